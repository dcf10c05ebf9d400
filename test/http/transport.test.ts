/** Status, fields and bytes are the same in every adapter, if the protocol has them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sample } from '../sample.ts'
import { type Answer, type Carrier, carriers } from './transport/carriers.ts'
import { type Ask, asks } from './transport/routes.ts'
import { WebTransport } from './transport/web-transport.ts'

/** Fields that describe the connection, its framing, or the time. */
const ofCarriage = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding', 'trailer'])

/** Only over HTTP/1, Node sends a length for an empty stream. */
const isFraming = (name: string, value: unknown) => ofCarriage.has(name) || (name === 'content-length' && value === '0')

function comparable({ status, headers, body, trailers }: Answer, hasTrailers: boolean) {
  const own = Object.entries(headers).filter(([name, value]) => !isFraming(name, value))
  const fields = Object.fromEntries(own.sort(([a], [b]) => (a < b ? -1 : 1)))
  return { status, headers: fields, body, ...(hasTrailers && { trailers: { ...trailers } }) }
}

const nameOf = ({ method, path, headers, isChunked }: Ask) =>
  [method, path.slice(0, 30), headers?.['content-type'], isChunked && 'chunked'].filter(Boolean).join(' ')

const outcomeOf = ({ ask }: Carrier, given: Ask, hasTrailers: boolean) =>
  ask(given).then(
    (answer) => comparable(answer, hasTrailers),
    (error: Error) => ({ failure: error.name })
  )

const [reference, ...others] = Object.entries(carriers) as [
  [string, () => Promise<Carrier>],
  ...[string, () => Promise<Carrier>][]
]

for (const [place, [name, create]] of others.entries()) {
  test(`${name} sends the same responses as ${reference[0]}`, async () => {
    const [expected, actual] = await Promise.all([reference[1](), create()])
    try {
      const differences: unknown[] = []
      for (const given of sample(asks, 3, place)) {
        if (given.isChunked && actual.hasChunks === false) continue
        const hasTrailers = actual.hasTrailers !== false
        const [wanted, got] = await Promise.all(
          [expected, actual].map((carrier) => outcomeOf(carrier, given, hasTrailers))
        )
        if (JSON.stringify(wanted) !== JSON.stringify(got)) differences.push({ asked: nameOf(given), wanted, got })
      }
      assert.deepEqual(differences, [])
    } finally {
      await Promise.all([expected.close(), actual.close()])
    }
  })
}

for (const [owner, ask] of [
  ['request', (transport) => transport.request],
  ['request', (transport) => transport.exposeRequest()],
  ['request', (transport) => Object.assign(transport, { request: {} })],
  ['reply', (transport) => transport.exposeResponse()],
  ['reply', (transport) => Object.assign(transport, { response: {} })]
] as [string, (transport: WebTransport) => unknown][])
  test(`an adapter without Node's objects throws for ${owner}.raw, accessed by ${ask}`, () => {
    const transport = new WebTransport(new Request('http://localhost/'), () => {})
    assert.throws(() => ask(transport), {
      code: 'ESP_ERR_NO_NODE_MESSAGE',
      message: new RegExp(`^'${owner}\\.raw' exists only for requests that came through node:http`)
    })
  })
