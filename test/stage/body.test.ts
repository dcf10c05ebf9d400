import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { test } from 'node:test'
import { serve } from '../security/serve.ts'
import { type Anything, createApp } from '../security/wild.ts'

const post = (payload: unknown, headers: object = { 'content-type': 'application/json' }) => ({
  method: 'POST',
  url: '/',
  headers,
  payload
})

test('a request frozen by an onRequest hook gets a 500 when its body is parsed, with a built-in and a custom parser', async (t) => {
  const { send } = await serve(t, {}, (app) => {
    app.addContentTypeParser('text/own', { parseAs: 'string' }, (_request: Anything, body: string, done: Anything) =>
      done(null, body)
    )
    app.addHook('onRequest', async (request: Anything) => void Object.freeze(request))
    app.post('/', () => 'text')
  })
  for (const type of ['application/json', 'text/own']) {
    const answer = await send('/', { method: 'POST', headers: [['Content-Type', type]], body: '{}' })
    assert.equal(answer?.status, 500, type)
  }
})

test('a preParsing hook that passes on a non-stream gets a 500 whose message names the type of the value', async () => {
  for (const [stream, name] of [
    [{ pipe: 'no function' }, 'object'],
    ['text', 'string'],
    [7, 'number'],
    [Promise.resolve(1), 'a promise']
  ] as const) {
    const { app } = createApp()
    app.addHook('preParsing', (_request: Anything, _reply: Anything, _payload: unknown, done: Anything) =>
      done(null, stream)
    )
    app.post('/', (request: Anything) => request.body)
    const answer = await app.inject(post('{}'))
    assert.equal(answer.statusCode, 500)
    assert.equal(answer.json().message, `A preParsing hook must hand on a readable stream, not ${name}`)
  }
})

test('a preParsing hook that resolves to null leaves the request body unchanged', async () => {
  const { app } = createApp()
  app.addHook('preParsing', async () => null)
  app.post('/', (request: Anything) => request.body)
  assert.equal((await app.inject(post('{"a":1}'))).body, '{"a":1}')
})

test('an error of an unread stream from a preParsing hook is logged at level debug', async () => {
  const lines: Anything[] = []
  const { app } = createApp({
    logger: { level: 'debug', stream: { write: (line: string) => lines.push(JSON.parse(line)) } }
  })
  app.addHook('preParsing', async () => {
    const stream = new PassThrough()
    setImmediate(() => stream.destroy(new Error('unheard')))
    return stream
  })
  app.get('/', async () => {
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    return 'text'
  })
  assert.equal((await app.inject('/')).body, 'text')
  const line = lines.find(({ msg }) => msg === 'the stream of a preParsing hook failed')
  assert.deepEqual([line?.level, line?.err?.message], [20, 'unheard'])
})

test('a body over bodyLimit closes its HTTP/1.1 connection, and without a matching route is logged at level debug', async (t) => {
  const lines: Anything[] = []
  const logger = { level: 'debug', stream: { write: (line: string) => lines.push(JSON.parse(line)) } }
  const { send } = await serve(t, { logger, bodyLimit: 4 }, (app) => app.post('/', () => 'text'))
  const message = (body: string) => ({ method: 'POST', headers: [['Content-Type', 'application/json']], body }) as const
  const large = await send('/', message('[1,2,3]'))
  assert.deepEqual([large?.status, large?.headers.get('connection')], [413, ['close']])
  const nowhere = await send('/nowhere', message('[1,2,3]'))
  assert.deepEqual([nowhere?.status, nowhere?.headers.get('connection')], [404, ['close']])
  const line = lines.find(({ msg }) => msg === 'the body of a request that no route matches was passed over')
  assert.deepEqual([line?.level, line?.err?.code], [20, 'FST_ERR_CTP_BODY_TOO_LARGE'])
})

test('a parser that calls back twice logs a warning, and an error that it throws or rejects with is the response', async () => {
  for (const [parse, status] of [
    [
      (_request: Anything, _body: string, done: Anything) => {
        done(null, 'once')
        done(null, 'twice')
      },
      200
    ],
    [
      () => {
        throw Object.assign(new Error('thrown'), { statusCode: 418 })
      },
      418
    ],
    [async () => Promise.reject(Object.assign(new Error('rejected'), { statusCode: 418 })), 418],
    [async () => Promise.reject(), 500]
  ] as const) {
    const { app, lines } = createApp()
    app.addContentTypeParser('text/own', { parseAs: 'string' }, parse)
    app.post('/', (request: Anything) => request.body)
    const answer = await app.inject(post('text', { 'content-type': 'text/own' }))
    assert.equal(answer.statusCode, status)
    const told = lines.filter(({ level }) => level === 40).map(({ msg }) => msg)
    assert.deepEqual(told, status === 200 ? ["the parser 'anonymous' of 'app' settled twice"] : [])
  }
})

test('a charset other than UTF-8 and ASCII is refused with 415 by built-in parsers and accepted by custom parsers', async () => {
  for (const [charset, status] of [
    ['utf-8', 200],
    ['UTF8', 200],
    ['us-ascii', 200],
    ['ascii', 200],
    ['latin1', 415],
    ['utf-16', 415],
    ['xutf-8', 415],
    ['utf-8x', 415]
  ] as const) {
    const { app } = createApp()
    app.addContentTypeParser('text/own', { parseAs: 'string' }, async (_request: Anything, body: string) => body)
    app.post('/', (request: Anything) => ({ got: request.body }))
    for (const type of ['application/json', 'text/plain', 'text/own']) {
      const answer = await app.inject(post('1', { 'content-type': `${type}; charset=${charset}` }))
      assert.equal(answer.statusCode, type === 'text/own' ? 200 : status, `${type} ${charset}`)
      if (answer.statusCode === 415) assert.ok(answer.json().message.includes(charset), answer.body)
    }
  }
})

test('invalid UTF-8 is refused in JSON and replaced in plain text, and a literal U+FFFD is accepted', async () => {
  const { app } = createApp()
  app.post('/', (request: Anything) => ({ got: request.body }))
  const send = (payload: Buffer) => app.inject(post(payload))
  assert.equal((await send(Buffer.from([0x22, 0xff, 0x22]))).json().code, 'ESP_ERR_CTP_INVALID_UTF8')
  assert.deepEqual((await send(Buffer.from('"\ufffd"'))).json(), { got: '\ufffd' })
  const text = await app.inject(post(Buffer.from([0x61, 0xff]), { 'content-type': 'text/plain' }))
  assert.deepEqual([text.statusCode, text.json()], [200, { got: 'a\ufffd' }])
})

test('a parser without parseAs receives the stream of the preParsing hook', async () => {
  const { app } = createApp()
  app.addHook('preParsing', async () => Readable.from(['from the hook']))
  app.addContentTypeParser('text/own', async (_request: Anything, stream: Readable) => {
    let text = ''
    for await (const part of stream) text += part
    return text
  })
  app.post('/', (request: Anything) => request.body)
  assert.equal((await app.inject(post('text', { 'content-type': 'text/own' }))).body, 'from the hook')
})

test('a QUERY request without a content type is refused with 400, with or without a body, and a POST is accepted', async () => {
  const { app } = createApp()
  for (const method of ['QUERY', 'POST']) app.route({ method, url: '/', handler: () => method })
  for (const payload of [undefined, 'text']) {
    const { statusCode, body } = await app.inject({ method: 'QUERY', url: '/', payload })
    assert.deepEqual([statusCode, JSON.parse(body).code], [400, 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE'], payload)
  }
  assert.equal((await app.inject({ method: 'POST', url: '/' })).body, 'POST')
})
