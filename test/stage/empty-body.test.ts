/** Empty bodies with a content type: in Fastify, and in an operation that declares no body. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:http2'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { endpoint, espalier, Type } from 'espalier'
import fastify, { type FastifyRequest } from 'fastify'
import { type LooseApp, listen } from '../http-semantics/app.ts'
import { ask } from '../http-semantics/raw.ts'
import type { Wild } from '../security/wild.ts'

const methods = ['POST', 'PUT', 'PATCH', 'DELETE']
const types = [
  'application/json',
  'application/json; charset=latin1',
  'text/plain',
  'application/x-www-form-urlencoded',
  'image/png',
  'no media type',
  ''
]
const framings = { 'no length': '', 'length 0': 'Content-Length: 0\r\n', chunks: 'Transfer-Encoding: chunked\r\n' }

const requestOf = (method: string, type: string, framing: string, body = '') => {
  const field = type === '' ? '' : `Content-Type: ${type}\r\n`
  const content =
    framing === framings.chunks ? `${body && `${body.length.toString(16)}\r\n${body}\r\n`}0\r\n\r\n` : body
  return `${method} / HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n${field}${framing}\r\n${content}`
}

const declareAll = (app: LooseApp, options: object = {}) =>
  app.route({ method: methods, url: '/', ...options, handler } as never)

const handler = ({ body }: Pick<FastifyRequest, 'body'>) => ({ body: body === undefined ? 'none' : body })

/** Sends a request with every method, content type and framing of an empty body. */
async function* answersOf(origin: string) {
  for (const method of methods) {
    for (const type of types) {
      for (const [name, framing] of Object.entries(framings)) {
        const { status, body } = await ask(origin, requestOf(method, type, framing))
        yield { what: `${method} of '${type}' with ${name}`, status, body }
      }
    }
  }
}

test('a route without emptyBody passes an empty body to its parser, as in Fastify', async (t) => {
  const theirs = fastify()
  t.after(() => theirs.close())
  declareAll(theirs)
  const expected = answersOf(await theirs.listen({ port: 0, host: '127.0.0.1' }))
  // Another charset is refused earlier, which is another difference.
  const known = ({ what }: { what: string }) => !what.includes('latin1')
  for await (const answer of answersOf(await listen(t, (app) => void declareAll(app)))) {
    const { value } = await expected.next()
    if (known(answer)) assert.deepEqual(answer, value)
  }
})

const ways: Record<string, [declare: (app: LooseApp) => unknown, options?: object]> = {
  'emptyBody on the route': [(app) => declareAll(app, { emptyBody: 'none' })],
  'emptyBody on the application': [(app) => declareAll(app), { emptyBody: 'none' }],
  'an endpoint without a body schema': [
    (app) => methods.map((method) => (app as unknown as Wild).route(endpoint(`${method} /`), handler))
  ],
  'an endpoint without a body schema, with options': [
    (app) => methods.map((method) => (app as unknown as Wild).route(endpoint(`${method} /`), { bodyLimit: 9 }, handler))
  ],
  'emptyBody on the route over that on the application': [
    (app) => declareAll(app, { emptyBody: 'none' }),
    { emptyBody: 'parse' }
  ]
}

for (const exchange of ['auto', 'stock'] as const) {
  for (const [name, [declare, options]] of Object.entries(ways)) {
    test(`an empty body of any content type is undefined with ${name} (${exchange})`, async (t) => {
      const origin = await listen(t, (app) => void declare(app), { exchange, ...options })
      for await (const { what, status, body } of answersOf(origin)) {
        assert.deepEqual([status, body], [200, '{"body":"none"}'], what)
      }
      for (const framing of [framings.chunks, 'Content-Length: 2\r\n']) {
        assert.equal((await ask(origin, requestOf('POST', 'application/json', framing, '{}'))).body, '{"body":{}}')
        assert.equal((await ask(origin, requestOf('POST', 'application/json', framing, '{]'))).status, 400)
        assert.equal((await ask(origin, requestOf('POST', 'image/png', framing, '{}'))).status, 415)
      }
    })
  }
}

const statusOf = async (app: Wild, type = 'application/json') =>
  (await app.inject({ method: 'POST', url: '/', headers: { 'content-type': type } })).statusCode

test('an endpoint with a body schema refuses an empty body with 400 for every value of emptyBody', async (t) => {
  const body = Type.Object({ a: Type.Number() })
  for (const emptyBody of ['none', 'parse', undefined]) {
    const app = espalier({ emptyBody } as object) as Wild
    t.after(() => app.close())
    app.route(endpoint('POST /', { body }), handler)
    assert.equal(await statusOf(app), 400, emptyBody)
  }
})

test("an endpoint with emptyBody 'parse' passes an empty body to its parser", async (t) => {
  const app = espalier() as Wild
  t.after(() => app.close())
  app.route(endpoint('POST /'), { emptyBody: 'parse' }, handler)
  assert.deepEqual([await statusOf(app), await statusOf(app, 'image/png')], [400, 415])
})

test('a custom parser is not called for an empty body on an endpoint without a body schema', async (t) => {
  const app = espalier() as Wild
  t.after(() => app.close())
  const parsed: string[] = []
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, text: string) => parsed.push(text))
  app.route(endpoint('POST /'), handler)
  assert.deepEqual([await statusOf(app, 'a/b'), parsed], [200, []])
})

test("with emptyBody 'none' a body with a length is not read, and a chunked body is read up to bodyLimit", async (t) => {
  const app = espalier({ emptyBody: 'none', bodyLimit: 2 } as object) as Wild
  t.after(() => app.close())
  app.post('/', handler)
  const answerOf = (payload: string | Readable, headers = {}) =>
    app.inject({ method: 'POST', url: '/', payload, headers: { 'content-type': 'image/png', ...headers } })
  assert.equal((await answerOf('too long')).statusCode, 415)
  const chunked = { 'transfer-encoding': 'chunked' }
  assert.equal((await answerOf(Readable.from([Buffer.from('too long')]), chunked)).statusCode, 413)
  assert.equal((await answerOf(Readable.from([]), chunked)).body, '{"body":"none"}')
})

test('any other value of emptyBody throws for the application and for the route', () => {
  for (const emptyBody of ['nothing', true, 1]) {
    assert.throws(() => espalier({ emptyBody } as object), {
      code: 'FST_ERR_INIT_OPTS_INVALID',
      message: /'none' or 'parse'/
    })
    const route = () => espalier().post('/', { emptyBody } as object, () => null)
    assert.throws(route, { code: 'ESP_ERR_ARGUMENT_INVALID', message: /POST \/.*'none' or 'parse'/ })
  }
})

/** Responses of one HTTP/2 session; with a body of `null` the head ends the stream. */
async function session(t: TestContext, declare: (app: LooseApp) => unknown) {
  const origin = await listen(t, (app) => void declare(app), { http2: true } as object)
  const client = connect(origin).on('error', () => {})
  t.after(() => client.close())
  return async (type: string, body: string | null) => {
    const stream = client.request(
      { ':method': 'POST', ':path': '/', 'content-type': type },
      { endStream: body === null }
    )
    if (body !== null) stream.end(body)
    const [headers] = await once(stream, 'response')
    stream.setEncoding('utf8')
    return [headers[':status'], (await stream.toArray()).join('')]
  }
}

test('over HTTP/2 an empty body of any content type is undefined, with or without a DATA frame', async (t) => {
  const send = await session(t, (app) => (app as unknown as Wild).route(endpoint('POST /'), handler))
  for (const type of types.filter((one) => one !== '')) {
    for (const body of [null, '']) assert.deepEqual(await send(type, body), [200, '{"body":"none"}'], type)
  }
  assert.deepEqual(await send('application/json', '{}'), [200, '{"body":{}}'])
  assert.equal((await send('image/png', '{}'))[0], 415)
})
