/**
 * Advisories of Fastify, its router, validator and plugins, and of other frameworks. Those that Fastify 5.12 fixed are in advisories/.
 * Some families have their own files: paths that a guard and the router read differently (guard.test.ts), prototype names and hostile schemas
 * (data.test.ts), faults of users' functions (test/faults), framing, Host and absolute-form targets (test/http-semantics).
 */
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import bearerAuth from '../../src/plugin/bearer-auth.ts'
import { until } from '../until.ts'
import { json, processorTime, serve } from './serve.ts'
import type { Anything, Wild } from './wild.ts'
import { ask, Connection, request } from './wire.ts'

const chunked: readonly [string, string] = ['Transfer-Encoding', 'chunked']
const echo = (request: Anything) => ({ reached: true, body: request.body ?? null })

// CVE-2018-3711, hono CVE-2025-59139, CVE-2026-44456
test('a body over bodyLimit gets 413, by its Content-Length and by its bytes', async (t) => {
  const { port, send } = await serve(t, { bodyLimit: 1000 }, (app) => {
    app.post('/', echo)
    app.post('/unread', () => 'unread')
  })
  const large = JSON.stringify('x'.repeat(2000))
  for (const target of ['/', '/unread']) {
    assert.equal((await send(target, { method: 'POST', headers: [json], body: large }))?.status, 413)
    const parts = `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`
    assert.equal(
      (await ask(port, request(target, { method: 'POST', headers: [json, chunked], body: parts })))?.status,
      413
    )
  }
  const both = request('/', { method: 'POST', headers: [json, ['Content-Length', '4'], chunked], body: '0\r\n\r\n' })
  assert.equal((await ask(port, both))?.status, 400)
})

// CVE-2020-8192
test('one validation error is reported for many invalid items', async (t) => {
  const { send } = await serve(t, { bodyLimit: 10_000_000 }, (app) => {
    app.setErrorHandler((error: Anything, _request: unknown, reply: Anything) =>
      reply.code(400).send({ count: error.validation.length })
    )
    app.post('/', { schema: { body: { type: 'array', items: { type: 'integer' } } } }, echo)
  })
  const body = JSON.stringify(new Array(500_000).fill('x'))
  assert.equal((await send('/', { method: 'POST', headers: [json], body }))?.body, '{"count":1}')
})

// CVE-2022-39288
test('names of inherited properties are unknown content types', async (t) => {
  const { send } = await serve(t, {}, (app) => app.post('/', echo))
  for (const name of [...Object.getOwnPropertyNames(Object.prototype), ...Object.getOwnPropertyNames(Map.prototype)]) {
    for (const type of [name, `${name}/${name}`, `application/${name}`, `application/json;${name}`]) {
      const answer = await send('/', { method: 'POST', headers: [['Content-Type', type]], body: '{}' })
      assert.equal(answer?.status, type.startsWith('application/json') ? 200 : 415, type)
    }
  }
})

const spellings = [
  'application/json',
  'APPLICATION/JSON',
  'application/jSoN',
  ' application/json',
  '\tapplication/json',
  'application/json ',
  'application/json\t',
  'application/json\ta',
  'application/json garbage',
  'application/json,text/plain',
  'application/json, application/json',
  'application/json;',
  'application/json ;',
  'application/json\t;charset=utf-8',
  'application/json ; charset=utf-8',
  'application/json; charset="utf-8"',
  'application/json;charset=utf-8;charset=utf-16',
  'application/json; foo',
  'application/json;a=b;c',
  'application/ json',
  'application /json',
  'application//json',
  '/application/json',
  'application/json/',
  'application/json/x',
  'application/jsonx',
  'application/json+json',
  'application/json\x7f',
  'application/json\x01',
  'application/json\xa0',
  'application/json"',
  '"application/json"',
  'text/plain; application/json',
  'text/plain;application/json',
  'text/plain, application/json',
  'text/json',
  'application/vnd.api+json',
  'multipart/form-data; application/json',
  '*/*',
  'application/*',
  '',
  ' ',
  ';',
  'json',
  'undefined'
]

// CVE-2025-32442, CVE-2026-25223, CVE-2026-3419, CVE-2026-33806
test('an invalid body does not reach a handler under any spelling of its content type', async (t) => {
  const schema = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }
  const { port } = await serve(t, {}, (app) => {
    app.post('/one', { schema: { body: schema } }, echo)
    app.post('/each', { schema: { body: { content: { 'application/json': { schema } } } } }, echo)
    app.register(async (child: Wild) => {
      child.addContentTypeParser('*', { parseAs: 'string' }, (_request: unknown, body: string, done: Anything) =>
        done(null, JSON.parse(body))
      )
      child.post('/any', { schema: { body: { content: { 'application/json': { schema } } } } }, echo)
    })
  })
  for (const type of spellings) {
    for (const target of ['/one', '/each', '/any']) {
      const headers: [string, string][] = [['Content-Type', type]]
      const answer = await ask(port, request(target, { method: 'POST', headers, body: '{"n":"none"}' }))
      assert.ok(answer === null || answer.status >= 400, `${target} ${JSON.stringify(type)}: ${answer?.body}`)
      assert.notEqual(answer?.status, 500, `${target} ${JSON.stringify(type)}`)
    }
  }
})

// CVE-2022-41919
test('a body whose media type is not JSON is not parsed as JSON', async (t) => {
  const { port } = await serve(t, {}, (app) => app.post('/', (request: Anything) => typeof request.body))
  for (const type of spellings) {
    const essence = type.split(';')[0]?.trim().toLowerCase()
    if (essence === 'application/json') continue
    const answer = await ask(port, request('/', { method: 'POST', headers: [['Content-Type', type]], body: '{"a":1}' }))
    assert.notEqual(answer?.body, 'object', JSON.stringify(type))
  }
})

// CVE-2026-25224
test('a web stream is read at the pace of its client', async (t) => {
  let taken = 0
  const { port } = await serve(t, {}, (app) =>
    app.get('/', () => {
      const pull = (controller: ReadableStreamDefaultController) => {
        taken += 64 * 1024
        controller.enqueue(new Uint8Array(64 * 1024))
        // A source without an end would hide the defect behind a full memory.
        if (taken > 200_000_000) controller.close()
      }
      return new ReadableStream({ pull }, { highWaterMark: 1 })
    })
  )
  const connection = new Connection(port).send(request('/'))
  connection.socket.pause()
  let before = -1
  const isStill = () => {
    const last = before
    before = taken
    return taken > 0 && taken === last
  }
  await until(isStill, 'a count that stands still', { every: 50 })
  connection.destroy()
  assert.ok(taken < 30_000_000, `${taken} bytes were read from the source`)
})

const forwarded: [string, string][] = [
  ['X-Forwarded-For', '6.6.6.6'],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-Forwarded-Proto', 'https']
]
const origin = ({ ip, host, protocol }: Anything) => ({ ip, host, protocol })

// CVE-2026-3635
test('X-Forwarded headers of a peer outside trustProxy are ignored', async (t) => {
  for (const trustProxy of [false, '10.0.0.1', ['10.0.0.0/8'], () => false]) {
    const { send } = await serve(t, { trustProxy }, (app) => app.get('/', origin))
    const answer = await send('/', { headers: forwarded })
    assert.equal(answer?.body, '{"ip":"127.0.0.1","host":"localhost","protocol":"http"}')
  }
})

// hono CVE-2026-27700 (the order of X-Forwarded-For)
test('request.ip is the nearest untrusted address of X-Forwarded-For', async (t) => {
  const { send } = await serve(t, { trustProxy: '127.0.0.1' }, (app) => app.get('/', origin))
  const answer = await send('/', { headers: [['X-Forwarded-For', '1.1.1.1, 2.2.2.2']] })
  assert.match(answer?.body ?? '', /"ip":"2\.2\.2\.2"/)
})

// koa CVE-2025-25200
test('a long X-Forwarded field takes linear time', async (t) => {
  const { send } = await serve(t, { trustProxy: true }, (app) => app.get('/', origin))
  const time = await processorTime(async () => {
    for (const value of [' '.repeat(15_000), ','.repeat(15_000), ', '.repeat(7500), 'a,'.repeat(7500)]) {
      for (const [name] of forwarded) await send('/', { headers: [[name, `x${value}x`]] })
    }
  })
  assert.ok(time < 3000, `${time} ms`)
})

// CVE-2020-7764
test('Accept-Version is ignored without versioned routes', async (t) => {
  const { send } = await serve(t, {}, (app) => app.get('/', () => 'fine'))
  for (const version of ['1.0.0', '*', 'x'.repeat(10_000), '__proto__', '>=1 <0', '']) {
    assert.equal((await send('/', { headers: [['Accept-Version', version]] }))?.body, 'fine', version)
  }
})

// CVE-2024-45813, path-to-regexp CVE-2024-45296, CVE-2024-52798, CVE-2026-4867, CVE-2026-4923, CVE-2026-4926
test('several parameters in a segment take linear time', async (t) => {
  for (const path of ['/:a-:b-', '/:a-:b-:c', '/:a.:b.:c.x', '/:a-:b-:c-:d-:e-x']) {
    const { send } = await serve(t, { routerOptions: { maxParamLength: 1e6 } }, (app) => app.get(path, () => 'matched'))
    for (const filler of ['a', '-', 'a-', '.', 'a.']) {
      const target = `/${filler.repeat(14_000 / filler.length)}\u0001`.replace('\u0001', '!')
      const time = await processorTime(() => send(target))
      assert.ok(time < 1000, `${path} took ${time} ms for ${filler}`)
    }
  }
})

// CVE-2025-69873
test('a regular expression sent by a client does not block the server', async (t) => {
  const { send } = await serve(t, { ajv: { customOptions: { $data: true } } }, (app) => {
    const properties = { pattern: { type: 'string' }, text: { type: 'string', pattern: { $data: '1/pattern' } } }
    app.post('/', { schema: { body: { type: 'object', properties } } }, echo)
  })
  const body = JSON.stringify({ pattern: '^(a+)+$', text: `${'a'.repeat(40)}!` })
  const answer = await send('/', { method: 'POST', headers: [json], body })
  assert.ok(answer !== null && answer.status >= 400)
})

// CVE-2026-6321, -6322, -13676, -16221, -18446, -69152, -110306, -110725, GHSA-w74x, -wjr9, -333x, -xhq7. Only the `$id` and `$ref` of
// the application's own schemas reach the parser of URIs; the versions are held all the same.
test('fast-uri in the lock file has the fixes of its advisories', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string; dev?: boolean }>
  }
  const found = Object.entries(packages).filter(([path, { dev }]) => path.endsWith('node_modules/fast-uri') && !dev)
  assert.ok(found.length > 0)
  for (const [path, { version }] of found) {
    const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
    const order = major * 1e6 + minor * 1e3 + patch
    assert.ok(major === 3 ? order >= 3_001_009 : order >= 4_002_003, `${path} ${version}`)
  }
})

// CVE-2020-15366 (ajv) needs a schema that a client wrote: schemas are code here, and no client's data becomes one (data.test.ts).
// CVE-2026-92087 (@fastify/auth): espalier has no combination of checks whose order could decide; hooks all run, or one of them answers.

// CVE-2022-31142. That the comparison takes the same time for every token is asserted where it is written, not by a clock.
test('a token of another length or a prefix of a key gets the same 401', async (t) => {
  const { send } = await serve(t, {}, (app) => {
    app.register(bearerAuth, { keys: ['correct-horse'], verifyErrorLogLevel: null })
    app.get('/', () => 'secret')
  })
  const answers = new Set<string>()
  for (const token of [
    'c',
    'correct-hors',
    'correct-horse ',
    'correct-horsee',
    'x'.repeat(5000),
    'correct-hors\u00e9',
    '__proto__'
  ]) {
    const answer = await send('/', { headers: [['Authorization', `Bearer ${token}`]] })
    if (token.trim() !== 'correct-horse') answers.add(`${answer?.status} ${answer?.body}`)
  }
  assert.deepEqual([...answers], ['401 {"error":"invalid authorization header"}'])
})

// hono CVE-2026-47673
test('a key under another authentication scheme gets 401', async (t) => {
  const { send } = await serve(t, {}, (app) => {
    app.register(bearerAuth, { keys: ['key'], verifyErrorLogLevel: null })
    app.get('/', () => 'secret')
  })
  for (const value of ['Basic key', 'Token key', 'Bearerkey', 'key', 'Bearer, key', 'XBearer key', 'Bearer=key'])
    assert.equal((await send('/', { headers: [['Authorization', value]] }))?.status, 401, value)
})

// CVE-2021-22963, -22964, CVE-2026-6410, -6414, -15074, -90982, -130811; h3 and hono: decoded twice, or resolved behind the guard
test('a wildcard is decoded once, and its dot segments stay text', async (t) => {
  const { send } = await serve(t, {}, (app) => {
    app.get('/files/*', (request: Anything) => request.params['*'])
    app.get('/secret', () => 'secret')
  })
  const rest: [string, string][] = [
    ['/files/a%2fb', 'a/b'],
    ['/files/a%252fb', 'a%2fb'],
    ['/files/%2e%2e/secret', '../secret'],
    ['/files/../secret', '../secret'],
    ['/files/..%2fsecret', '../secret'],
    ['/files/%252e%252e/secret', '%2e%2e/secret'],
    ['/files//secret', '/secret'],
    ['/files/a%5cb', 'a\\b']
  ]
  for (const [target, expected] of rest) assert.equal((await send(target))?.body, expected, target)
})

// h3 CVE-2026-33490
test('a prefix ends at a slash, and longer names are outside of it', async (t) => {
  const { send } = await serve(t, {}, (app) => {
    app.register(
      async (child: Wild) => {
        child.addHook('onRequest', async (_request: unknown, reply: Anything) => reply.code(401).send('refused'))
        child.setNotFoundHandler((_request: unknown, reply: Anything) => reply.code(404).send('inside'))
      },
      { prefix: '/admin' }
    )
    app.get('/administrator', () => 'outside')
  })
  assert.equal((await send('/administrator'))?.body, 'outside')
  assert.equal((await send('/administrators'))?.status, 404)
  assert.equal((await send('/admin/x'))?.status, 401)
})

// hono CVE-2023-50710
test('a request has no parameters of an earlier request', async (t) => {
  const { send } = await serve(t, {}, (app) => {
    const show = (request: Anything) => ({ params: request.params, query: request.query })
    app.get('/a/:one/:two', show)
    app.get('/b/:one', show)
    app.get('/c/*', show)
    app.get('/d', show)
  })
  const seen: string[] = []
  for (const target of ['/a/1/2?x=1', '/b/3', '/c/4?y=2', '/d', '/a/5/6', '/d?z=1'])
    seen.push((await send(target))?.body ?? '')
  assert.deepEqual(seen, [
    '{"params":{"one":"1","two":"2"},"query":{"x":"1"}}',
    '{"params":{"one":"3"},"query":{}}',
    '{"params":{"*":"4"},"query":{"y":"2"}}',
    '{"params":{},"query":{}}',
    '{"params":{"one":"5","two":"6"},"query":{}}',
    '{"params":{},"query":{"z":"1"}}'
  ])
})

// CVE-2024-29041, CVE-2024-43796, koa CVE-2025-32379, -62595, -8129
test('a redirect has no body and one Location header', async (t) => {
  const { send } = await serve(t, {}, (app) =>
    app.get('/', (request: Anything, reply: Anything) => reply.redirect(request.query.to))
  )
  for (const to of ['javascript:alert(1)', '//evil', '"><script>', 'http://a@b', '/\\evil']) {
    const answer = await send(`/?to=${encodeURIComponent(to)}`)
    assert.equal(answer?.status, 302)
    assert.equal(answer?.body, '')
    assert.deepEqual(answer?.headers.get('location'), [to])
  }
  const split = await send(`/?to=${encodeURIComponent('/a\r\nSet-Cookie: a=1')}`)
  assert.equal(split?.status, 500)
  assert.equal(split?.headers.has('set-cookie'), false)
})

// CVE-2022-24999, CVE-2025-15284, CVE-2026-2391, CVE-2024-45590, hono CVE-2026-84364
test('query keys are flat, and many of them take linear time', async (t) => {
  const { send } = await serve(t, {}, (app) => app.get('/', (request: Anything) => Object.keys(request.query).length))
  assert.equal((await send('/?a[b][c]=1&a[__proto__][x]=1&a.b.c=1&a[]=1'))?.body, '4')
  const target = `/?${Array.from({ length: 3000 }, (_, index) => `a[${index}]=`)
    .join('&')
    .slice(0, 15_000)}`
  const time = await processorTime(() => send(target))
  assert.ok(time < 1000, `${time} ms`)
})

// undici CVE-2026-1525
test('a response has one Content-Length, in whatever case it was set', async (t) => {
  const { send } = await serve(t, {}, (app) =>
    app.get('/', (_request: unknown, reply: Anything) => {
      reply.raw.setHeader('CONTENT-LENGTH', '4')
      return reply.header('Content-Length', '4').header('content-length', '4').send('four')
    })
  )
  const answer = await send('/')
  assert.deepEqual(answer?.headers.get('content-length'), ['4'])
  assert.equal(answer?.body, 'four')
})

// h3 CVE-2026-23527
test('the chunked coding is recognized in any case', async (t) => {
  const { port } = await serve(t, {}, (app) => app.post('/', echo))
  for (const coding of ['Chunked', 'CHUNKED', 'chunked']) {
    const headers: [string, string][] = [
      ['Content-Type', 'application/json'],
      ['Transfer-Encoding', coding]
    ]
    const answer = await ask(port, request('/', { method: 'POST', headers, body: '2\r\n{}\r\n0\r\n\r\n' }))
    assert.equal(answer?.body, '{"reached":true,"body":{}}')
  }
})

// CVE-2022-32213, -32214, -32215, CVE-2024-22019, CVE-2024-27982
test('a message with ambiguous framing is refused, and no request behind it is served', async (t) => {
  let smuggled = 0
  const { port } = await serve(t, {}, (app) => {
    app.post('/', echo)
    app.get('/smuggled', () => void smuggled++)
  })
  const behind = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n'
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
  const ambiguous = [
    `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${behind}`,
    `${head}Content-Length: 2\r\nContent-Length: 60\r\n\r\n{}${behind}`,
    `${head}Content-Length: +2\r\n\r\n{}${behind}`,
    `${head}Content-Length: 2,2\r\n\r\n{}${behind}`,
    `${head}Content-Length: 0x2\r\n\r\n{}${behind}`,
    `${head}Content-Length : 2\r\n\r\n{}${behind}`,
    `${head} Content-Length: 2\r\n\r\n{}${behind}`,
    `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${behind}`,
    `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${behind}`,
    `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${behind}`,
    `${head}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${behind}`,
    `${head}Transfer-Encoding: chunked\r\n\r\n2 \r\n{}\r\n0\r\n\r\n${behind}`,
    `${head}Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n${behind}`,
    `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}x\r\n0\r\n\r\n${behind}`,
    `${head}Transfer-Encoding: chunked\r\n\r\n2\n{}\r\n0\r\n\r\n${behind}`,
    `${head}Transfer-Encoding: chunked\r\n\r\n2;${'x'.repeat(70_000)}\r\n{}\r\n0\r\n\r\n${behind}`
  ]
  for (const bytes of ambiguous) {
    const connection = new Connection(port).send(bytes)
    const first = await connection.read()
    assert.ok(first === null || first.status >= 400, `${JSON.stringify(bytes.slice(70, 200))}: ${first?.status}`)
    await connection.closed
  }
  assert.equal(smuggled, 0)
})

// CVE-2026-128835, -128842: a handler that waits for a part that never comes learns that its client has left
test('a client disconnect in the middle of a body aborts request.signal and runs onRequestAbort', async (t) => {
  const seen = new EventEmitter()
  const entered = once(seen, 'entered')
  const aborted = once(seen, 'aborted')
  const hooks: string[] = []
  const { port } = await serve(t, {}, (app) => {
    app.addHook('onRequestAbort', async (_request: unknown) => void hooks.push('onRequestAbort'))
    app.addContentTypeParser('text/x-stream', async (request: Anything) => {
      seen.emit('entered')
      request.signal.addEventListener('abort', () => seen.emit('aborted'))
      await new Promise(() => {})
    })
    app.post('/', () => 'never')
  })
  const connection = new Connection(port)
  connection.send(
    request('/', {
      method: 'POST',
      headers: [
        ['Content-Type', 'text/x-stream'],
        ['Content-Length', '9']
      ],
      body: 'half'
    })
  )
  await entered
  connection.destroy()
  await aborted
  await until(() => hooks.length > 0, 'the hook')
  assert.deepEqual(hooks, ['onRequestAbort'])
})

// reply-from, http-proxy, swagger-ui and Nest's adapter: nothing of espalier forwards requests, serves its own files or rewrites prefixes.
