// Target and host of a request (RFC 9112 §3.2), over sockets and through inject.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:http2'
import { describe, type TestContext, test } from 'node:test'
import { createApp, listen } from '../http-semantics/app.ts'
import { ask, lastRequest } from '../http-semantics/raw.ts'

const serve = (t: TestContext, options = {}) =>
  listen(
    t,
    (app) => app.all('/*', (request) => ({ url: request.url, original: request.originalUrl, host: request.host })),
    options
  )

const request = (target: string, hosts: readonly string[], version = '1.1') =>
  `GET ${target} HTTP/${version}\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}Connection: close\r\n\r\n`

describe('the host of a request', () => {
  const refused = [
    ['a.test', 'b.test'],
    ['a.test', 'a.test'],
    ['a b'],
    ['a.test/path'],
    ['user@a.test'],
    ['a.test?x'],
    ['a.test#x'],
    ['a.test:port'],
    ['a.test:123456'],
    ['a.test, b.test'],
    ['a.test,b.test'],
    ['a.test:65536'],
    ['[1:2]'],
    ['[::1'],
    ['<script>'],
    ['a\\b']
  ]
  for (const hosts of refused) {
    test(`is refused with 400 as ${hosts.map((host) => JSON.stringify(host)).join(' and ')}`, async (t) => {
      for (const exchange of ['auto', 'stock'] as const) {
        const answer = await ask(await serve(t, { exchange }), request('/', hosts))
        assert.equal(answer.status, 400)
        assert.equal(JSON.parse(answer.body).code, 'ESP_ERR_INVALID_HOST')
      }
    })
  }

  for (const host of ['a.test', 'A.Test:8080', '127.0.0.1', '[::1]:80', 'xn--bcher-kva.example', 'under_score', '']) {
    test(`is accepted as ${JSON.stringify(host)}`, async (t) => {
      const answer = await ask(await serve(t), request('/', [host]))
      assert.equal(answer.status, 200)
      assert.equal(JSON.parse(answer.body).host, host)
    })
  }

  test('may be missing in HTTP/1.0 and is required in HTTP/1.1', async (t) => {
    const origin = await serve(t)
    assert.equal((await ask(origin, request('/', [], '1.0'))).status, 200)
    assert.equal((await ask(origin, request('/', []))).status, 400)
  })

  test('is refused by inject as on a socket', async (t) => {
    const app = createApp(t)
    app.get('/', () => 'ok')
    for (const host of ['a b', ['a.test', 'b.test']]) {
      assert.equal((await app.inject({ url: '/', headers: { host: host as string } })).statusCode, 400)
    }
    assert.equal((await app.inject({ url: '/', headers: { host: 'a.test:80' } })).statusCode, 200)
  })

  test('reaches frameworkErrors when it is refused', async (t) => {
    const origin = await serve(t, {
      frameworkErrors: (error: { code: string }, _request: unknown, reply: import('fastify').FastifyReply) =>
        reply.code(421).send(error.code)
    })
    const answer = await ask(origin, request('/', ['a', 'b']))
    assert.equal(`${answer.status} ${answer.body}`, '421 ESP_ERR_INVALID_HOST')
  })
})

describe('a target in absolute-form', () => {
  const targets: [target: string, url: string, host: string][] = [
    ['http://a.test/path?x=1', '/path?x=1', 'a.test'],
    ['HTTP://A.test:81/path', '/path', 'A.test:81'],
    ['https://a.test', '/', 'a.test'],
    ['http://a.test?x=1', '/?x=1', 'a.test'],
    ['http://[::1]:80//double', '//double', '[::1]:80']
  ]
  for (const [target, url, host] of targets) {
    test(`such as ${target} is routed in origin-form, and its authority is the host`, async (t) => {
      const answer = await ask(await serve(t), request(target, ['other.test']))
      assert.deepEqual(JSON.parse(answer.body), { url, original: target, host })
    })
  }

  for (const target of ['http:///path', 'http://user@a.test/', 'http://a%zz/', 'http://a:b/']) {
    test(`such as ${target} is refused with 400`, async (t) => {
      assert.equal((await ask(await serve(t), request(target, ['a.test']))).status, 400)
    })
  }

  test('with another scheme is refused with 400', async (t) => {
    assert.equal((await ask(await serve(t), request('ftp://a.test/x', ['a.test']))).status, 400)
  })

  test('matches the same routes and parameters as its origin-form', async (t) => {
    const app = createApp(t)
    app.get('/items/:id', (incoming) => ({ ...(incoming.params as object), ...(incoming.query as object) }))
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const [absolute, plain] = ['http://a.test/items/7?q=1', '/items/7?q=1'].map((target) =>
      ask(origin, request(target, ['a.test']))
    )
    assert.equal((await absolute)?.body, '{"id":"7","q":"1"}')
    assert.equal((await plain)?.body, '{"id":"7","q":"1"}')
  })

  test('reaches rewriteUrl in origin-form, and originalUrl keeps the sent target', async (t) => {
    const origin = await serve(t, { rewriteUrl: (raw: { url: string }) => `/new${raw.url}` })
    const answer = await ask(origin, request('http://a.test/x', ['a.test']))
    assert.deepEqual(JSON.parse(answer.body), { url: '/new/x', original: 'http://a.test/x', host: 'a.test' })
  })
})

describe('a target in asterisk-form', () => {
  test('reaches a wildcard OPTIONS route', async (t) => {
    const app = createApp(t)
    app.options('*', (incoming, reply) => reply.header('allow', 'GET').send(incoming.url))
    const answer = await ask(await app.listen({ port: 0, host: '127.0.0.1' }), lastRequest('OPTIONS', '*'))
    assert.equal(`${answer.status} ${answer.body}`, '200 *')
  })

  test('gets 404 without such a route', async (t) => {
    const app = createApp(t)
    app.get('/', () => 'ok')
    const answer = await ask(await app.listen({ port: 0, host: '127.0.0.1' }), lastRequest('OPTIONS', '*'))
    assert.equal(answer.status, 404)
  })

  test('is refused with 400 for GET', async (t) => {
    assert.equal((await ask(await serve(t), lastRequest('GET', '*'))).status, 400)
  })
})

test('a fragment is removed from request.url and kept in originalUrl', async (t) => {
  for (const exchange of ['auto', 'stock'] as const) {
    const origin = await serve(t, { exchange })
    for (const [target, url] of [
      ['/a#b', '/a'],
      ['/a#b?c=1', '/a'],
      ['/a?b=1#c', '/a?b=1'],
      ['http://a.test/a#b', '/a']
    ] as const) {
      const answer = await ask(origin, request(target, ['a.test']))
      assert.deepEqual(JSON.parse(answer.body), { url, original: target, host: 'a.test' }, `${exchange} ${target}`)
    }
  }
})

test('a target with a malformed escape is refused with 400 in origin-form and in absolute-form', async (t) => {
  const app = createApp(t)
  app.get('/items/:id', () => 'ok')
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  for (const target of ['/items/%zz', 'http://a.test/items/%zz']) {
    assert.equal((await ask(origin, request(target, ['a.test']))).status, 400)
  }
})

test('request.protocol behind a trusted proxy is http or https for any X-Forwarded-Proto', async (t) => {
  const app = createApp(t, { trustProxy: true })
  app.get('/', (incoming) => incoming.protocol)
  for (const [sent, read] of [
    ['https', 'https'],
    ['HTTP', 'http'],
    ['javascript', 'http'],
    ['http, https', 'https'],
    ['"https"', 'http']
  ]) {
    const { body } = await app.inject({ url: '/', headers: { 'x-forwarded-proto': sent as string } })
    assert.equal(body, read)
  }
})

describe('the host of an HTTP/2 request', () => {
  const cases: [name: string, headers: Record<string, string>, status: number][] = [
    ['is its :authority', { ':authority': 'a.test:80' }, 200],
    ['may be repeated as host', { ':authority': 'a.test', host: 'a.test' }, 200],
    ['is refused when host has another value', { ':authority': 'a.test', host: 'b.test' }, 400],
    ['is refused with user information', { ':authority': 'user@a.test' }, 400]
  ]
  for (const [name, headers, status] of cases) {
    test(name, async (t) => {
      const app = createApp(t, { http2: true } as never)
      app.get('/', (request) => request.host)
      const client = connect(await app.listen({ port: 0, host: '127.0.0.1' })).on('error', () => {})
      t.after(() => client.destroy())
      const answer = once(client.request({ ':path': '/', ...headers }).resume(), 'response')
      // From version 22, Node's parser refuses an invalid host.
      const refused = (error: NodeJS.ErrnoException) => (error.code === 'ERR_HTTP2_STREAM_ERROR' ? 400 : error)
      assert.equal(await answer.then(([fields]) => fields[':status'], refused), status)
    })
  }
})
