import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

const ok = { type: 'object', properties: { a: { type: 'string' } } }
const schema = {
  response: {
    200: ok,
    201: { content: { 'application/json': { schema: ok }, 'text/x': { schema: { type: 'string' } } } },
    '4xx': { type: 'object', properties: { b: { type: 'string' } } }
  }
}

/** What `ask` returns, or throws, in the handler of a route with schemas; and in that of one without. */
async function inHandler(ask: (reply: Anything, request: Anything) => unknown, options: object = { schema }) {
  const { app } = createApp()
  let seen: Anything
  app.get('/', options, (request: Anything, reply: Anything) => {
    try {
      seen = { returned: ask(reply, request) }
    } catch (error) {
      seen = { thrown: error }
    }
    return reply.hijack() && reply.raw.end('')
  })
  await app.inject('/')
  return seen
}

test('getSerializationFunction finds what is declared for a status and a media type, and nothing else', async () => {
  const { returned } = await inHandler((reply) => {
    const found = (...key: unknown[]) => reply.getSerializationFunction(...key)?.({ a: 'x', b: 'y', c: 1 })
    return [
      [found(200), found('200'), found('4xx'), found(201, 'application/json')],
      [found(404), found(500), found(201), found(201, 'text/y'), found('nothing')]
    ]
  })
  assert.deepEqual(returned, [
    ['{"a":"x"}', '{"a":"x"}', '{"b":"y"}', '{"a":"x"}'],
    [undefined, undefined, undefined, undefined, undefined]
  ])
})

test('getSerializationFunction finds a schema that was compiled, by the object itself', async () => {
  const { returned } = await inHandler((reply) => {
    const own = { type: 'object', properties: { own: { type: 'integer' } } }
    const before = reply.getSerializationFunction(own)
    const compiled = reply.compileSerializationSchema(own)
    return [
      before,
      reply.getSerializationFunction(own) === compiled,
      reply.compileSerializationSchema(own) === compiled,
      compiled({ own: 1, more: 2 })
    ]
  })
  assert.deepEqual(returned, [undefined, true, true, '{"own":1}'])
})

test('without schemas a route has a function for no status', async () => {
  const { returned } = await inHandler(
    (reply) => [reply.getSerializationFunction(200), reply.getSerializationFunction('2xx', 'a/b')],
    {}
  )
  assert.deepEqual(returned, [undefined, undefined])
})

test('serializeInput serializes by a status, by a media type of one, or by a schema', async () => {
  const { returned } = await inHandler((reply) => [
    reply.serializeInput({ a: 'x', c: 1 }, 200),
    reply.serializeInput({ a: 'x', c: 1 }, 201, 'application/json'),
    reply.serializeInput('x', 201, 'text/x'),
    reply.serializeInput({ a: 'x', c: 1 }, { type: 'object', properties: { c: { type: 'integer' } } }),
    reply.serializeInput({ a: 'x', c: 1 }, { type: 'object', properties: { c: { type: 'integer' } } }, null),
    reply.serializeInput({ a: 'x', c: 1 }, {}, 200),
    reply.serializeInput('x', {}, 201, 'text/x')
  ])
  assert.deepEqual(returned, ['{"a":"x"}', '{"a":"x"}', '"x"', '{"c":1}', '{"c":1}', '{"a":"x"}', '"x"'])
})

for (const [what, given, code, says] of [
  ['a status that is not declared', [{}, 500], 'FST_ERR_MISSING_SERIALIZATION_FN', /500/],
  [
    'a media type that is not declared',
    [{}, 201, 'a/b'],
    'FST_ERR_MISSING_CONTENTTYPE_SERIALIZATION_FN',
    /201.*a\/b|a\/b.*201/
  ],
  ['a status with media types alone', [{}, 201], 'FST_ERR_MISSING_SERIALIZATION_FN', /201/]
] as [string, unknown[], string, RegExp][]) {
  test(`serializeInput refuses ${what}`, async () => {
    const { thrown } = await inHandler((reply) => reply.serializeInput(...given))
    assert.equal(thrown?.code, code)
    assert.match(thrown.message, says)
  })
}

test('a reply is sent once it was hijacked, or its answer has ended, and not before', async () => {
  const { app } = createApp()
  const seen: Record<string, boolean> = {}
  for (const name of ['onSend', 'onResponse'])
    app.addHook(name, async (request: Anything, reply: Anything) => {
      seen[`${request.url} in ${name}`] = reply.sent
    })
  app.get('/sent', (_request: Anything, reply: Anything) => {
    seen.before = reply.sent
    return reply.send('')
  })
  app.get('/hijacked', (_request: Anything, reply: Anything) => {
    reply.hijack()
    seen.hijacked = reply.sent
    reply.raw.end('')
  })
  for (const url of ['/sent', '/hijacked']) await app.inject(url)
  assert.deepEqual(seen, {
    before: false,
    '/sent in onSend': false,
    '/sent in onResponse': true,
    hijacked: true,
    '/hijacked in onResponse': true
  })
})

for (const [what, ask, code] of [
  [
    'a trailer that frames',
    (reply: Anything) => reply.trailer('Content-Length', async () => '1'),
    'FST_ERR_BAD_TRAILER_NAME'
  ],
  [
    'a trailer whose name is none',
    (reply: Anything) => reply.trailer('a b', async () => '1'),
    'FST_ERR_BAD_TRAILER_NAME'
  ],
  ['a trailer without a function', (reply: Anything) => reply.trailer('x-sum', 'text'), 'FST_ERR_BAD_TRAILER_VALUE'],
  [
    'a type that is a promise',
    (reply: Anything) => reply.type(Promise.resolve('text/html')),
    'ESP_ERR_REP_HEADER_PROMISE'
  ],
  [
    'a header that is a promise',
    (reply: Anything) => reply.header('x', Promise.resolve('1')),
    'ESP_ERR_REP_HEADER_PROMISE'
  ],
  ['a decorator that is none', (reply: Anything) => reply.getDecorator('none'), 'FST_ERR_DEC_UNDECLARED'],
  ['a code that is none', (reply: Anything) => reply.code('two hundred'), 'FST_ERR_BAD_STATUS_CODE']
] as [string, (reply: Anything) => unknown, string][]) {
  test(`a reply refuses ${what}`, async () => {
    const { thrown } = await inHandler(ask)
    assert.equal(thrown?.code, code)
  })
}

test('a trailer that was declared may be asked for in any case, and taken back', async () => {
  const { returned } = await inHandler((reply) => {
    reply.trailer('X-Sum', async () => '1')
    const before = [reply.hasTrailer('x-sum'), reply.hasTrailer('X-SUM'), reply.hasTrailer('x-other')]
    reply.removeTrailer('X-SUM')
    return [...before, reply.hasTrailer('x-sum')]
  })
  assert.deepEqual(returned, [true, true, false, false])
})
