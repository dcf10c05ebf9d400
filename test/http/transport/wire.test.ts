/** Over TCP and TLS, from the lane and from Node, the bytes are the same: for malformed messages, exceeded limits, upgrades and trailers. */
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { Conversation } from '../../http-semantics/raw.ts'
import { type Anything, createApp } from '../../security/wild.ts'
import { connectTo, https } from '../../shared-key.ts'

const timeout = 60_000

const variants: Readonly<Record<string, object>> = {
  'TCP, stock': { exchange: 'stock' },
  'TCP, auto': { exchange: 'auto' },
  'TLS, stock': { exchange: 'stock', https },
  'TLS, auto': { exchange: 'auto', https },
  'TLS beside HTTP/2': { http2: true, https: { ...https, allowHTTP1: true } }
}

function declare(app: Anything): void {
  app.get('/', () => 'fine')
  app.post('/', ({ body }: Anything) => body ?? null)
  app.post('/small', { bodyLimit: 10 }, ({ body }: Anything) => body)
  app.post('/trailed', (_request: unknown, reply: Anything) => reply.trailer('x-sum', async () => '42').send('trailed'))
}

async function serve(t: TestContext, options: object, more: (app: Anything) => void = () => {}) {
  const { app } = createApp({ exposeErrors: false, ...options })
  t.after(() => app.close())
  declare(app)
  more(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const open = async () => new Conversation(await connectTo(options, app.server.address()))
  const openWarm = async () => {
    const conversation = (await open()).send(`GET / HTTP/1.1\r\n${host}\r\n`)
    await conversation.until(/fine$/)
    conversation.received = ''
    return conversation
  }
  return { app, open, openWarm }
}

const withoutMoment = (text: string) => text.replaceAll(/^date: .*\r\n/gim, '').replaceAll(/"reqId":"[^"]*"/g, '')

const host = 'Host: a.test\r\n'
const json = 'Content-Type: application/json\r\n'
const long = 'x'.repeat(20_000)

/** Each follows an answered request on a new connection, which the server ends. */
const malformed: Readonly<Record<string, string>> = {
  garbage: 'garbage\r\n\r\n',
  'a greeting of TLS': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'no host': 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
  'two hosts': `GET / HTTP/1.1\r\n${host}Host: b.test\r\nConnection: close\r\n\r\n`,
  'an unknown method': `BREW / HTTP/1.1\r\n${host}\r\n`,
  'an unknown version': `GET / HTTP/3.7\r\n${host}\r\n`,
  'no version': 'GET /\r\n\r\n',
  'no target': `GET  HTTP/1.1\r\n${host}\r\n`,
  'a space in the target': `GET /a b HTTP/1.1\r\n${host}\r\n`,
  'a byte beyond ASCII in the target': `GET /\xff HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
  'a NUL in the target': `GET /\0 HTTP/1.1\r\n${host}\r\n`,
  'a space before a colon': 'GET / HTTP/1.1\r\nHost : a.test\r\n\r\n',
  'a name with a space': `GET / HTTP/1.1\r\n${host}Bad Name: 1\r\n\r\n`,
  'an empty name': `GET / HTTP/1.1\r\n${host}: 1\r\n\r\n`,
  'a NUL in a value': `GET / HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`,
  'a bare CR in a value': `GET / HTTP/1.1\r\n${host}X: a\rb\r\n\r\n`,
  'a folded value': `GET / HTTP/1.1\r\n${host}X: a\r\n b\r\nConnection: close\r\n\r\n`,
  'two lengths': `POST / HTTP/1.1\r\n${host}${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  'a length that is none': `POST / HTTP/1.1\r\n${host}${json}Content-Length: 2x\r\n\r\n{}`,
  'a negative length': `POST / HTTP/1.1\r\n${host}${json}Content-Length: -2\r\n\r\n{}`,
  'a length and chunks': `POST / HTTP/1.1\r\n${host}${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'an unknown coding': `POST / HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked, rot13\r\n\r\n{}`,
  'a malformed size of a chunk': `POST / HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
  'a chunk that is too long': `POST / HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n`,
  'an unknown expectation': `GET / HTTP/1.1\r\n${host}Expect: the-spanish-inquisition\r\nConnection: close\r\n\r\n`,
  'a malformed body': `POST / HTTP/1.1\r\n${host}${json}Content-Length: 1\r\nConnection: close\r\n\r\n{`,
  'no body where one was declared': `POST / HTTP/1.1\r\n${host}${json}Content-Length: 0\r\nConnection: close\r\n\r\n`,
  'a request of HTTP/1.0': 'GET / HTTP/1.0\r\n\r\n',
  'a body of HTTP/1.0': `POST / HTTP/1.0\r\n${json}Content-Length: 2\r\n\r\n{}`
}

/** Limits of Node, of a route, and of a connection. */
const limits: Readonly<Record<string, string>> = {
  'fields that are too large': `GET / HTTP/1.1\r\n${host}X: ${long}\r\n\r\n`,
  'a target that is too large': `GET /${long} HTTP/1.1\r\n${host}\r\n`,
  'a body that is declared too large': `POST /small HTTP/1.1\r\n${host}${json}Content-Length: 20\r\n\r\n"${'x'.repeat(18)}"`,
  'a body that becomes too large': `POST /small HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\n\r\n14\r\n"${'x'.repeat(18)}"\r\n0\r\n\r\n`
}

const answered: Readonly<Record<string, string>> = {
  trailers: `POST /trailed HTTP/1.1\r\n${host}TE: trailers\r\nConnection: close\r\n\r\n`,
  'trailers that the client does not take': `POST /trailed HTTP/1.0\r\n${host}\r\n`,
  'several at once': `${`GET / HTTP/1.1\r\n${host}\r\n`.repeat(3)}GET / HTTP/1.0\r\n\r\n`
}

for (const [kind, inputs] of Object.entries({ malformed, limits, answered })) {
  test(`${kind}: the same bytes are sent over each carrier`, { timeout }, async (t) => {
    const outcomes: Record<string, Record<string, string>> = {}
    for (const [name, options] of Object.entries(variants)) {
      const { openWarm } = await serve(t, options)
      const received: [string, string][] = []
      for (const [input, bytes] of Object.entries(inputs))
        received.push([input, withoutMoment(await (await openWarm()).send(bytes).closed())])
      outcomes[name] = Object.fromEntries(received)
    }
    const { 'TCP, stock': expected, ...others } = outcomes
    for (const [input, text] of Object.entries(expected ?? {})) assert.match(text, /^(HTTP\/1\.1 \d{3} |$)/, input)
    for (const [name, received] of Object.entries(others)) assert.deepEqual(received, expected, name)
  })
}

test('maxRequestsPerSocket limits a connection in the same way on each carrier', { timeout }, async (t) => {
  const bytes = `GET / HTTP/1.1\r\n${host}\r\n`.repeat(3)
  const outcomes: string[] = []
  for (const options of Object.values(variants)) {
    const { open } = await serve(t, { ...options, maxRequestsPerSocket: 2 })
    const conversation = (await open()).send(bytes)
    // Node leaves closing to the client.
    await conversation.until(/ 503 .*\r\n\r\n/s)
    conversation.socket.end()
    outcomes.push(withoutMoment(await conversation.closed()))
  }
  for (const outcome of outcomes) assert.equal(outcome, outcomes[0])
  assert.equal(outcomes[0]?.match(/HTTP\/1\.1 200/g)?.length, 2)
})

test('an upgraded socket is handed over after the earlier responses', { timeout }, async (t) => {
  const bytes = `GET / HTTP/1.1\r\n${host}\r\nGET / HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: echo\r\n\r\nfirst`
  const outcomes: string[] = []
  for (const options of Object.values(variants)) {
    const { openWarm } = await serve(t, options, ({ server }) => {
      server.on('upgrade', (_request: unknown, socket: Socket, head: Buffer) => {
        socket.write(`HTTP/1.1 101 Switching Protocols\r\n\r\n${head}`)
        socket.on('data', (data) => socket.end(data)).on('error', () => {})
      })
    })
    const conversation = (await openWarm()).send(bytes)
    await conversation.until(/first$/)
    outcomes.push(withoutMoment(await conversation.send(' second').closed()))
  }
  for (const outcome of outcomes) assert.equal(outcome, outcomes[0])
  assert.match(outcomes[0] ?? '', /^HTTP\/1\.1 200 OK\r\n.*fine.*first second$/s)
})
