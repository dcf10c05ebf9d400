/**
 * Damaged bytes of requests: the server continues, and each response is well-formed HTTP. The oracle is a strict parser, written from RFC 9112
 * (test/security/wire.ts).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { catchCrashes } from '../faults/crash.ts'
import { type Anything, createApp, type Wild } from '../security/wild.ts'
import { type Answer, Connection, portOf, request } from '../security/wire.ts'
import { budget } from './budget.ts'

const head = (line: string, fields: readonly string[] = []) => `${[line, 'Host: a', ...fields].join('\r\n')}\r\n\r\n`
const typed = 'Content-Type: application/json'

const seeds = [
  head('GET / HTTP/1.1'),
  head('GET /query?a=1&b=2 HTTP/1.1'),
  head('GET /stream HTTP/1.1'),
  head('GET /missing HTTP/1.1', ['Connection: keep-alive']),
  head('GET http://a/ HTTP/1.1'),
  head('OPTIONS * HTTP/1.1'),
  head('GET / HTTP/1.0', ['Connection: keep-alive']),
  head('GET / HTTP/1.1', ['Cookie: a=b; c=d', 'Accept-Version: 1.x', 'X-Forwarded-For: 1.1.1.1']),
  `${head('POST /body HTTP/1.1', [typed, 'Content-Length: 9'])}{"n":"12"}`.slice(0, -1),
  `${head('POST /body HTTP/1.1', [typed, 'Transfer-Encoding: chunked'])}5\r\n{"n":\r\n2\r\n1}\r\n0\r\n\r\n`,
  `${head('POST /body HTTP/1.1', [typed, 'Transfer-Encoding: chunked', 'Trailer: X-A'])}7\r\n{"n":1}\r\n0\r\nX-A: b\r\n\r\n`,
  `${head('PUT /body HTTP/1.1', ['Content-Type: text/plain', 'Content-Length: 4', 'Expect: 100-continue'])}text`,
  head('GET / HTTP/1.1', ['Upgrade: websocket', 'Connection: Upgrade']),
  head('DELETE /body HTTP/1.1', ['Content-Length: 0']),
  head('GET /bytes HTTP/1.1', ['Expect: 100-continue']),
  head('GET /bytes HTTP/1.1'),
  head('GET /hints HTTP/1.1'),
  head('GET /slow HTTP/1.1'),
  head('GET /slow HTTP/1.1', ['Expect: 100-continue']),
  `${head('PUT /body HTTP/1.1', ['Content-Type: text/plain', 'Content-Length: 4', 'Expect: 100-continue'])}text`,
  head('PUT /body HTTP/1.1', ['Content-Type: text/plain', 'Content-Length: 9000', 'Expect: 100-continue'])
]

const interesting = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  ':',
  ' ',
  '\t',
  '%',
  '/',
  '?',
  ';',
  ',',
  '0',
  '-1',
  'ffffffffffffffff',
  '\xff',
  'HTTP/1.1',
  'chunked',
  '{',
  '"',
  'x'.repeat(9000)
]

interface Damage {
  readonly kind: number
  readonly at: number
  readonly length: number
  readonly text: string
}

const damage = fc.record({
  kind: fc.nat(4),
  at: fc.nat(400),
  length: fc.nat(20),
  text: fc.oneof(fc.constantFrom(...interesting), fc.string({ unit: 'binary-ascii', maxLength: 4 }))
})

function apply(bytes: string, { kind, at, length, text }: Damage): string {
  const start = at % (bytes.length + 1)
  const end = Math.min(start + length, bytes.length)
  const edits = [
    () => bytes.slice(0, start) + text + bytes.slice(start),
    () => bytes.slice(0, start) + text + bytes.slice(end),
    () => bytes.slice(0, start) + bytes.slice(end),
    () => bytes.slice(0, end) + bytes.slice(start),
    () => bytes.slice(0, start)
  ]
  return (edits[kind] as () => string)()
}

const message = fc.record({
  seeds: fc.array(fc.constantFrom(...seeds), { minLength: 1, maxLength: 5 }),
  damages: fc.array(damage, { maxLength: 4 }),
  /** Where the bytes are cut into writes. */
  cuts: fc.array(fc.nat(400), { maxLength: 3 })
})

function createTarget(): Wild {
  const { app } = createApp({ logger: false, bodyLimit: 5000 })
  const schema = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }
  app.get('/', () => ({ fine: true }))
  app.get(
    '/query',
    { schema: { querystring: { type: 'object', properties: { a: { type: 'integer' } } } } },
    (request: { query: unknown }) => request.query
  )
  app.get('/bytes', (_request: unknown, reply: Anything) => reply.send(Buffer.from('some bytes')))
  app.get('/hints', (_request: unknown, reply: Anything) => {
    reply.writeEarlyHints({ link: '</a.css>; rel=preload' })
    return reply.send(Buffer.from('more bytes'))
  })
  app.get('/slow', async (_request: unknown, reply: Anything) => {
    await new Promise(setImmediate)
    reply.writeEarlyHints({ link: '</a.css>; rel=preload' })
    return reply.send(Buffer.from('late bytes'))
  })
  app.get('/stream', () => ReadableStream.from([new Uint8Array(100)]))
  app.route({
    method: ['POST', 'PUT', 'DELETE'],
    url: '/body',
    schema: { body: { content: { 'application/json': { schema }, 'text/plain': { schema: {} } } } },
    handler: (request: { body: unknown }) => ({ body: request.body })
  })
  return app
}

async function play(port: number, bytes: string, cuts: readonly number[]): Promise<Answer[]> {
  const connection = new Connection(port, { halfOpen: true })
  const answers: Answer[] = []
  try {
    let from = 0
    for (const cut of [...cuts].sort((a, b) => a - b)) {
      connection.send(bytes.slice(from, cut))
      from = Math.max(from, cut)
      await new Promise(setImmediate)
    }
    connection.send(bytes.slice(from))
    connection.socket.end()
    for (let answer = await connection.read(); answer !== null; answer = await connection.read()) answers.push(answer)
    return answers
  } finally {
    connection.destroy()
  }
}

test('damaged bytes get well-formed HTTP responses or a closed connection', async (t) => {
  const crashes = catchCrashes(t)
  const app = createTarget()
  try {
    const port = await portOf(app as never)
    await fc.assert(
      fc.asyncProperty(message, async ({ seeds: chosen, damages, cuts }) => {
        const bytes = damages.reduce(apply, chosen.join(''))
        const answers = await play(port, bytes, cuts)
        for (const { status } of answers) assert.notEqual(status, 500, JSON.stringify(bytes))
        assert.deepEqual(crashes, [])
        const health = new Connection(port).send(request('/'))
        assert.equal((await health.read())?.body, '{"fine":true}')
        health.destroy()
      }),
      budget(300)
    )
  } finally {
    await app.close()
  }
})
