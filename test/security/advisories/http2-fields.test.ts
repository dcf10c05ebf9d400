/** Advisories of Fastify over HTTP/2, which has no connection-specific fields (RFC 9113 §8.2.2). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { espalier } from '../../../src/index.ts'
import { budget } from '../../fuzz/budget.ts'
import type { Anything } from '../wild.ts'

interface Answer {
  readonly status: unknown
  readonly fields: Readonly<Record<string, unknown>>
  readonly body: string
  readonly trailers: Readonly<Record<string, unknown>>
}

async function connectTo(t: TestContext, declare: (app: Anything) => void) {
  const app: Anything = espalier({ http2: true, logger: false } as never)
  declare(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => app.close())
  const session = http2.connect(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
  t.after(() => session.destroy())
  return async (path: string, method = 'GET'): Promise<Answer> => {
    const stream = session.request({ ':path': path, ':method': method })
    let trailers = {}
    let body = ''
    stream.setEncoding('utf8').on('trailers', (found) => {
      trailers = { ...found }
    })
    stream.on('data', (text) => {
      body += text
    })
    const [head] = await once(stream, 'response')
    await once(stream, 'close')
    const { ':status': status, ...fields } = head
    return { status, fields, body, trailers }
  }
}

const payloads: Readonly<Record<string, () => unknown>> = {
  text: () => 'whole',
  json: () => ({ a: 1 }),
  nothing: () => null,
  buffer: () => Buffer.from('whole'),
  stream: () => Readable.from(['in ', 'parts'])
}

// GHSA-4mh8-r7rc-xpvc: Fastify set Transfer-Encoding for trailers, which Node refuses over HTTP/2 with an uncaught error
test('an HTTP/2 response with trailers has no connection fields, and the process goes on', async (t) => {
  const send = await connectTo(t, (app) => {
    for (const [name, make] of Object.entries(payloads))
      app.get(`/${name}`, (_request: Anything, reply: Anything) => {
        reply.trailer('x-check', (_reply: Anything, _payload: Anything, done: Anything) => done(null, 'sum'))
        return reply.send(make())
      })
  })
  for (const name of Object.keys(payloads))
    for (const method of ['GET', 'HEAD']) {
      const { status, fields, trailers } = await send(`/${name}`, method)
      assert.equal(status, 200, `${method} ${name}`)
      assert.ok(!('transfer-encoding' in fields) && !('connection' in fields), name)
      if (method === 'GET' && name !== 'nothing') assert.equal(trailers['x-check'], 'sum', name)
    }
  assert.equal((await send('/text')).body, 'whole')
})

const connectionFields = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade', 'te']

// The law: for all fields of an application, a stream gets a response or a reset, and the session serves the next one.
test('connection fields set by an application affect at most their own stream', async (t) => {
  let chosen: { fields: readonly (readonly [string, string])[]; payload: string; trailer: string | null }
  const send = await connectTo(t, (app) => {
    app.get('/', (_request: Anything, reply: Anything) => {
      for (const [name, value] of chosen.fields) reply.header(name, value)
      if (chosen.trailer !== null)
        reply.trailer(chosen.trailer, (_reply: Anything, _payload: Anything, done: Anything) => done(null, 'x'))
      return reply.send(payloads[chosen.payload]?.())
    })
    app.get('/next', () => 'served')
  })
  const field = fc.tuple(
    fc.constantFrom(...connectionFields, 'x-a'),
    fc.constantFrom('close', 'keep-alive', 'chunked', 'h2c')
  )
  const choice = fc.record({
    fields: fc.array(field, { maxLength: 3 }),
    payload: fc.constantFrom(...Object.keys(payloads)),
    trailer: fc.constantFrom(null, 'x-check')
  })
  const property = fc.asyncProperty(choice, async (given) => {
    chosen = given
    const first = await send('/').catch((error: Error) => error)
    if (!(first instanceof Error)) for (const name of connectionFields) assert.ok(!(name in first.fields), name)
    assert.equal((await send('/next')).body, 'served')
  })
  await fc.assert(property, budget(200))
})
