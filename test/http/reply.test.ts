import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serve } from '../security/serve.ts'
import { type Anything, createApp } from '../security/wild.ts'
import { Connection, request } from '../security/wire.ts'

const ok = { type: 'object', properties: { a: { type: 'string' } } }
const schema = {
  response: {
    200: ok,
    201: { content: { 'application/json': { schema: ok }, 'text/x': { schema: { type: 'string' } } } },
    '4xx': { type: 'object', properties: { b: { type: 'string' } } }
  }
}

/** The result or error of `ask` in a handler with schemas, and in one without. */
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

test('getSerializationFunction finds the serializer of a declared status and media type only', async () => {
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

test('getSerializationFunction finds a compiled schema by its object', async () => {
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

test('getSerializationFunction returns undefined on a route without schemas', async () => {
  const { returned } = await inHandler(
    (reply) => [reply.getSerializationFunction(200), reply.getSerializationFunction('2xx', 'a/b')],
    {}
  )
  assert.deepEqual(returned, [undefined, undefined])
})

test('serializeInput serializes by status, by status and media type, or by schema', async () => {
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
  ['an undeclared status', [{}, 500], 'FST_ERR_MISSING_SERIALIZATION_FN', /500/],
  ['an undeclared media type', [{}, 201, 'a/b'], 'FST_ERR_MISSING_CONTENTTYPE_SERIALIZATION_FN', /201.*a\/b|a\/b.*201/],
  ['a status with media types only', [{}, 201], 'FST_ERR_MISSING_SERIALIZATION_FN', /201/]
] as [string, unknown[], string, RegExp][]) {
  test(`serializeInput throws for ${what}`, async () => {
    const { thrown } = await inHandler((reply) => reply.serializeInput(...given))
    assert.equal(thrown?.code, code)
    assert.match(thrown.message, says)
  })
}

test('reply.sent is true after hijack and after the end of the response, and false before', async () => {
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
    'a Content-Length trailer',
    (reply: Anything) => reply.trailer('Content-Length', async () => '1'),
    'FST_ERR_BAD_TRAILER_NAME'
  ],
  ['an invalid trailer name', (reply: Anything) => reply.trailer('a b', async () => '1'), 'FST_ERR_BAD_TRAILER_NAME'],
  ['a trailer without a function', (reply: Anything) => reply.trailer('x-sum', 'text'), 'FST_ERR_BAD_TRAILER_VALUE'],
  [
    'a promise as content type',
    (reply: Anything) => reply.type(Promise.resolve('text/html')),
    'ESP_ERR_REP_HEADER_PROMISE'
  ],
  [
    'a promise as header value',
    (reply: Anything) => reply.header('x', Promise.resolve('1')),
    'ESP_ERR_REP_HEADER_PROMISE'
  ],
  ['an unknown decorator', (reply: Anything) => reply.getDecorator('none'), 'FST_ERR_DEC_UNDECLARED'],
  ['an invalid status code', (reply: Anything) => reply.code('two hundred'), 'FST_ERR_BAD_STATUS_CODE']
] as [string, (reply: Anything) => unknown, string][]) {
  test(`reply throws for ${what}`, async () => {
    const { thrown } = await inHandler(ask)
    assert.equal(thrown?.code, code)
  })
}

test('hasTrailer and removeTrailer ignore case', async () => {
  const { returned } = await inHandler((reply) => {
    reply.trailer('X-Sum', async () => '1')
    const before = [reply.hasTrailer('x-sum'), reply.hasTrailer('X-SUM'), reply.hasTrailer('x-other')]
    reply.removeTrailer('X-SUM')
    return [...before, reply.hasTrailer('x-sum')]
  })
  assert.deepEqual(returned, [true, true, false, false])
})

test('awaiting a reply resolves after the response or a disconnect, and rejects when it fails', async (t) => {
  const seen: unknown[] = []
  const lines: Anything[] = []
  const logger = { level: 'warn', stream: { write: (line: string) => lines.push(JSON.parse(line)) } }
  const breakOff = ({ raw }: Anything, message: string) => {
    raw.emit('error', new Error(message))
    raw.destroy()
  }
  const { port, send } = await serve(t, { logger }, (app) => {
    app.get('/sent', async (_request: Anything, reply: Anything) => {
      setImmediate(() => reply.send('text'))
      await reply
      seen.push('sent')
    })
    app.get('/left', async (_request: Anything, reply: Anything) => {
      seen.push('waiting')
      await reply
      seen.push('left')
    })
    app.get('/failed', async (_request: Anything, reply: Anything) => {
      setImmediate(() => breakOff(reply, 'broken'))
      await assert.rejects(async () => reply, /broken/)
      seen.push('failed')
    })
    app.get('/unheard', (_request: Anything, reply: Anything) => {
      setImmediate(() => breakOff(reply, 'unheard'))
      reply.then(() => seen.push('never'))
      return reply
    })
  })
  const until = async (isThere: () => unknown) => {
    for (const end = Date.now() + 20_000; !isThere(); ) {
      assert.ok(Date.now() < end, `in vain: ${isThere}`)
      await new Promise(setImmediate)
    }
  }
  assert.equal((await send('/sent'))?.body, 'text')
  await until(() => seen.includes('sent'))
  const leaving = new Connection(port).send(request('/left'))
  await until(() => seen.includes('waiting'))
  leaving.destroy()
  await until(() => seen.includes('left'))
  assert.equal(await send('/failed'), null)
  await until(() => seen.includes('failed'))
  assert.equal(await send('/unheard'), null)
  await until(() => lines.some(({ level, err }) => level === 40 && err?.message === 'unheard'))
  const told = lines
    .filter(({ level, err }) => level === 40 && err?.message === 'unheard')
    .map(({ level, msg }) => [level, msg])
  assert.deepEqual(told, [[40, 'the reply failed after its handler had returned it']])
  assert.ok(!seen.includes('never'))
})

test('reply.code accepts a number from 100 to 599 or its string', async () => {
  for (const code of [100, 200, 599, '404']) {
    const { returned } = await inHandler((reply) => reply.code(code).statusCode)
    assert.equal(returned, Number(code))
  }
  for (const code of [99, 99.9, 599.5, 600, 0, -200, Number.NaN, '', 'ok', null, undefined]) {
    const { thrown } = await inHandler((reply) => reply.code(code))
    assert.equal(thrown?.code, 'FST_ERR_BAD_STATUS_CODE', `${code}`)
    assert.ok(thrown.message.includes(String(code || String(code))), thrown.message)
  }
})

test('a header without a value is empty, and getHeaders includes those of reply.raw', async () => {
  const { returned } = await inHandler((reply) => {
    reply.raw.setHeader('x-node', 'a')
    reply.raw.setHeader('x-both', 'node')
    reply.header('x-empty').header('X-Both', 'reply')
    return [reply.getHeaders(), reply.getHeader('x-empty')]
  })
  assert.deepEqual(returned, [{ 'x-node': 'a', 'x-both': 'reply', 'x-empty': '' }, ''])
})

test('a header with value null is read as null, as in Fastify', async () => {
  const { returned } = await inHandler((reply) => {
    reply.header('x-null', null as never)
    return [reply.getHeader('x-null'), reply.hasHeader('x-null')]
  })
  assert.deepEqual(returned, [null, true])
})

test('the error for a promise as content type names the field', async () => {
  const { thrown } = await inHandler((reply) => reply.type(Promise.resolve('text/plain')))
  assert.equal(thrown.code, 'ESP_ERR_REP_HEADER_PROMISE')
  assert.match(thrown.message, /'content-type'/)
})

test('fields for framing, routing, authentication and representation are refused as trailers in any case', async () => {
  const names = [
    ...['connection', 'keep-alive', 'proxy-connection', 'upgrade', 'te', 'http2-settings', 'transfer-encoding'],
    ...['content-length', 'host', 'cache-control', 'max-forwards', 'authorization', 'set-cookie', 'content-encoding'],
    ...['content-type', 'content-range', 'trailer']
  ]
  const { returned } = await inHandler((reply) =>
    names.flatMap((name) =>
      [name, name.toUpperCase()].filter((spelling) => {
        try {
          reply.trailer(spelling, async () => '1')
          return true
        } catch (error) {
          return (error as { code?: string }).code !== 'FST_ERR_BAD_TRAILER_NAME'
        }
      })
    )
  )
  assert.deepEqual(returned, [])
})

for (const stage of ['onRequest', 'preParsing', 'preValidation', 'preHandler'])
  test(`${stage}: a hook that hijacks the reply is the last to run`, async () => {
    const take = (reply: Anything) => setImmediate(() => reply.raw.end('taken')) && reply.hijack()
    const hooks = [
      (_request: Anything, reply: Anything, ...others: Anything[]) => take(reply) && others.at(-1)(),
      async (_request: Anything, reply: Anything) => void take(reply)
    ]
    for (const hook of hooks) {
      const { app } = createApp()
      const ran: string[] = []
      app.addHook(stage, hook).addHook(stage, async () => void ran.push(stage))
      app.get('/', () => ran.push('the handler'))
      const { body } = await app.inject('/')
      assert.deepEqual([body, ran], ['taken', []])
    }
  })
