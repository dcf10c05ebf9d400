import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:http2'
import { test } from 'node:test'
import { serve } from '../security/serve.ts'
import { type Anything, createApp } from '../security/wild.ts'
import { Connection, request } from '../security/wire.ts'

type Answer = (reply: Anything) => unknown

const utf8 = '; charset=utf-8'
const shout = (payload: Anything) => `<${payload.a ?? payload}>`
const bytes = new TextEncoder().encode('abcdef')

const kinds: [what: string, answer: Answer, type: string | undefined, body: string][] = [
  ['a text', (reply) => reply.send('a'), `text/plain${utf8}`, 'a'],
  ['an empty text', (reply) => reply.send(''), `text/plain${utf8}`, ''],
  ['a text with a type', (reply) => reply.type('text/html').send('a'), 'text/html', 'a'],
  ['a text that is JSON', (reply) => reply.type('application/json').send('{}'), `application/json${utf8}`, '{}'],
  ['a text with a serializer and no type', (reply) => reply.serializer(shout).send('a'), `text/plain${utf8}`, 'a'],
  [
    'a text with a type and a serializer',
    (reply) => reply.type('text/html').serializer(shout).send('a'),
    'text/html',
    '<a>'
  ],
  ['bytes', (reply) => reply.send(Buffer.from('a')), 'application/octet-stream', 'a'],
  ['bytes with a type', (reply) => reply.type('image/png').send(Buffer.from('a')), 'image/png', 'a'],
  ['a subarray of bytes', (reply) => reply.send(bytes.subarray(1, 3)), 'application/octet-stream', 'bc'],
  ['a DataView', (reply) => reply.send(new DataView(bytes.buffer, 2, 3)), 'application/octet-stream', 'cde'],
  ['an object', (reply) => reply.send({ a: 1 }), `application/json${utf8}`, '{"a":1}'],
  ['null', (reply) => reply.send(null), `application/json${utf8}`, 'null'],
  ['a number', (reply) => reply.send(0), `application/json${utf8}`, '0'],
  ['an object as JSON', (reply) => reply.type('application/json').send({ a: 1 }), `application/json${utf8}`, '{"a":1}'],
  [
    'an object as JSON with a charset',
    (reply) => reply.type(`application/json${utf8}`).send({ a: 1 }),
    `application/json${utf8}`,
    '{"a":1}'
  ],
  [
    'an object as application/hal+json',
    (reply) => reply.type('application/hal+json').send({ a: 1 }),
    `application/hal+json${utf8}`,
    '{"a":1}'
  ],
  [
    'an object as JSON with another charset',
    (reply) => reply.type('application/json; charset=latin1').send({ a: 1 }),
    'application/json; charset=latin1',
    '{"a":1}'
  ],
  [
    'an object as JSON with a parameter',
    (reply) => reply.type('application/json;v=1').send({ a: 1 }),
    `application/json; v="1"${utf8}`,
    '{"a":1}'
  ],
  ['an object with a serializer', (reply) => reply.serializer(shout).send({ a: 1 }), undefined, '<1>'],
  [
    'an object with a type and a serializer',
    (reply) => reply.type('text/html').serializer(shout).send({ a: 1 }),
    'text/html',
    '<1>'
  ],
  ['undefined', (reply) => reply.send(), undefined, '']
]

for (const [what, answer, type, body] of kinds) {
  test(`${what} is sent with its content type, with and without an onSend hook`, async () => {
    for (const hook of [false, true]) {
      const { app } = createApp()
      if (hook) app.addHook('onSend', async () => {})
      app.get('/', (_request: Anything, reply: Anything) => answer(reply))
      const got = await app.inject('/')
      assert.deepEqual([got.statusCode, got.headers['content-type'], got.body], [200, type, body])
    }
  })
}

const refused: [what: string, answer: Answer, message: string][] = [
  ['an object with a content type other than JSON', (reply) => reply.type('text/html').send({}), "'object'"],
  ['a promise', (reply) => reply.send(Promise.reject(new Error('unheard'))), "'promise'"],
  [
    'a promise with a content type other than JSON',
    (reply) => reply.type('text/html').send(Promise.resolve()),
    "'promise'"
  ],
  ['a number from a serializer', (reply) => reply.serializer(() => 7).send({}), "'number'"],
  ['a function with a content type other than JSON', (reply) => reply.type('text/html').send(() => 7), "'function'"]
]

for (const [what, answer, named] of refused) {
  test(`${what} is refused with a 500 that names its type`, async () => {
    const { app } = createApp()
    app.get('/', (_request: Anything, reply: Anything) => void answer(reply))
    const { statusCode, ...got } = await app.inject('/')
    const { code, message } = got.json()
    assert.deepEqual([statusCode, code], [500, 'FST_ERR_REP_INVALID_PAYLOAD_TYPE'])
    assert.ok(message.includes(named), message)
  })
}

test('a serializer that returns a promise is refused, for a text and for an object', async () => {
  for (const payload of ['text', {}]) {
    const { app } = createApp()
    app.get('/', (_request: Anything, reply: Anything) =>
      reply
        .type('application/json')
        .serializer(async () => '')
        .send(payload)
    )
    assert.match((await app.inject('/')).json().message, /A serializer/)
  }
})

test('an extensible error of a serializer carries the config of its route', async () => {
  const seen: Anything[] = []
  const { app } = createApp()
  app.setErrorHandler((error: Anything, _request: Anything, reply: Anything) => {
    seen.push(error.serialization)
    reply.code(500).send('handled')
  })
  const errors = [new Error('plain'), Object.freeze(new Error('frozen')), { message: 'none' }]
  for (const [index, error] of errors.entries())
    app.get(`/${index}`, { config: { index } }, (_request: Anything, reply: Anything) =>
      reply
        .serializer(() => {
          throw error
        })
        .send({})
    )
  for (const index of errors.keys()) assert.equal((await app.inject(`/${index}`)).body, 'handled')
  assert.deepEqual([seen[0]?.index, seen[0]?.url, seen[1], seen[2]], [0, '/0', undefined, undefined])
})

test('onSend may replace the response seven times, and the eighth time is a 500 that names the route', async () => {
  for (const [replaced, status] of [
    [7, 200],
    [8, 500]
  ] as const) {
    const { app } = createApp()
    let left = replaced
    app.addHook('onSend', (_request: Anything, reply: Anything, _payload: unknown, done: () => void) => {
      if (left-- > 0) reply.send('again')
      else done()
    })
    app.get('/:id', () => 'once')
    const answer = await app.inject('/1')
    assert.equal(answer.statusCode, status)
    if (status === 200) continue
    const { code, message } = answer.json()
    assert.equal(code, 'ESP_ERR_REP_TOO_MANY_SENDS')
    for (const said of ['9', '/:id', 'GET']) assert.ok(message.includes(said), message)
  }
})

test('a second reply.send logs a warning that names the request and has no other effect', async () => {
  const { app, lines } = createApp()
  app.get('/', (_request: Anything, reply: Anything) => {
    reply.send('first')
    reply.send('second')
  })
  assert.equal((await app.inject('/?a=1')).body, 'first')
  const [line] = lines.filter(({ level }) => level === 40)
  assert.equal(line?.err?.code, 'FST_ERR_REP_ALREADY_SENT')
  assert.ok(line?.err?.message?.includes('"/?a=1"') && line.err.message.includes('GET'), line?.err?.message)
})

test('reply.send after reply.raw.writeHead logs a warning, unless the payload is a stream', async (t) => {
  const { port, lines } = await serve(t, {}, (app) => {
    for (const [path, payload] of Object.entries<() => unknown>({
      '/text': () => 'text',
      '/web': () => new Blob(['web']).stream()
    }))
      app.get(path, (_request: Anything, reply: Anything) => {
        reply.raw.writeHead(200, { 'content-length': '3' })
        reply.send(payload())
      })
  })
  const web = new Connection(port).send(request('/web?1'))
  assert.equal((await web.read())?.body, 'web')
  web.destroy()
  const told = () => lines.filter(({ level, msg }) => level === 40 && msg?.startsWith('Reply was already sent'))
  assert.deepEqual(told(), [])
  const text = new Connection(port).send(request('/text?2'))
  assert.equal(await text.read(), null)
  const sentence = 'Reply was already sent, did you forget to "return reply" in the "/text?2" (GET) route?'
  assert.deepEqual(
    told().map(({ msg }) => msg),
    [sentence]
  )
})

test('a returned web Response sets status, headers and body, and one with a consumed body is refused', async () => {
  const { app } = createApp()
  const used = async () => {
    const response = new Response('used')
    await response.text()
    return response
  }
  app.get('/', () => new Response('body', { status: 202, headers: { 'x-own': '1', 'content-type': 'text/x' } }))
  app.get('/empty', () => new Response(null, { status: 204 }))
  app.get('/used', used)
  const answer = await app.inject('/')
  assert.deepEqual(
    [answer.statusCode, answer.headers['x-own'], answer.headers['content-type'], answer.body],
    [202, '1', 'text/x', 'body']
  )
  assert.equal((await app.inject('/empty')).statusCode, 204)
  assert.equal((await app.inject('/used')).json().code, 'FST_ERR_REP_RESPONSE_BODY_CONSUMED')
})

test('reply.send in an onError hook that has returned is logged, and the response is the error', async () => {
  const { app, lines } = createApp()
  app.addHook('onError', (_request: Anything, reply: Anything, _error: Error, done: () => void) => {
    setImmediate(() => {
      reply.send('from the hook')
      done()
    })
  })
  app.get('/', () => {
    throw new Error('boom')
  })
  assert.equal((await app.inject('/')).json().message, 'boom')
  const line = lines.find(({ msg }) => msg === 'an onError hook failed')
  assert.deepEqual([line?.level, line?.err?.code], [50, 'FST_ERR_SEND_INSIDE_ONERR'])
})

test('an invalid payload sent from a later callback is the error of its request', async () => {
  const { app } = createApp()
  app.get('/', (_request: Anything, reply: Anything) => {
    setImmediate(() => reply.type('text/html').send({}))
  })
  assert.equal((await app.inject('/')).json().code, 'FST_ERR_REP_INVALID_PAYLOAD_TYPE')
})

test('with strictResponses a status must be declared only when its response has content', async () => {
  const { app } = createApp({ strictResponses: true })
  const rows: [Answer, status: number][] = [
    [(reply) => reply.code(202).send(), 202],
    [(reply) => reply.code(202).send(''), 202],
    [(reply) => reply.code(202).header('x-emptied', 'yes').send('text'), 202],
    [(reply) => reply.code(202).send('text'), 500],
    [(reply) => reply.code(200).send({ a: 1 }), 200]
  ]
  app.addHook('onSend', async (_request: Anything, reply: Anything) =>
    reply.hasHeader('x-emptied') ? null : undefined
  )
  const schema = { response: { 200: { type: 'object', properties: { a: { type: 'integer' } } } } }
  for (const [index, [answer]] of rows.entries())
    app.get(`/${index}`, { schema }, (_request: Anything, reply: Anything) => answer(reply))
  for (const [index, [, status]] of rows.entries())
    assert.equal((await app.inject(`/${index}`)).statusCode, status, `${index}`)
})

test('a body over HTTP/2 arrives complete, in one frame or in several', async (t) => {
  const { app } = createApp({ http2: true })
  t.after(() => app.close())
  const lengths = [0, 1, 65_535, 65_536, 65_537, 131_072, 131_073, 400_000]
  const textOf = (length: number) => 'abcdefghij'.repeat(length / 10 + 1).slice(0, length)
  for (const length of lengths) {
    app.get(`/text/${length}`, () => textOf(length))
    app.get(`/bytes/${length}`, () => Buffer.from(textOf(length)))
  }
  app.get('/nothing', (_request: Anything, reply: Anything) => reply.send())
  const client = connect(await app.listen({ port: 0, host: '127.0.0.1' }))
  t.after(() => client.destroy())
  const nothing = client.request({ ':path': '/nothing' }).resume()
  const [head] = await once(nothing, 'response')
  assert.deepEqual([head[':status'], head['content-length']], [200, '0'])
  for (const length of lengths) {
    for (const kind of ['text', 'bytes']) {
      const stream = client.request({ ':path': `/${kind}/${length}` })
      const head = once(stream, 'response')
      let body = ''
      for await (const part of stream.setEncoding('utf8')) body += part
      assert.ok(body === textOf(length), `${kind} ${length}`)
      assert.equal((await head)[0]['content-length'], String(length))
    }
  }
})
