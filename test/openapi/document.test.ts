import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { endpoint, Type } from '../../src/index.ts'
import { describeApp } from '../../src/openapi/document.ts'
import { openapi } from '../../src/openapi/index.ts'
import { bearerAuth } from '../../src/plugin/bearer-auth.ts'
import { type Anything, createApp } from '../security/wild.ts'
import { documentOf, info } from './describing.ts'
import { judgeAnswers } from './judge.ts'
import { createTricky } from './tricky.ts'

const stored = 'test/openapi/document/tricky.json'

test('the document of an application equals the stored one, in any order of declaration', async () => {
  for (const turned of [false, true]) {
    const app = createTricky(turned)
    await app.ready()
    const document = openapi(app, { info: { title: 'Tricky', version: '1.0.0' } })
    if (process.env.UPDATE && !turned) writeFileSync(stored, `${JSON.stringify(document, null, 2)}\n`)
    // Compared as texts, because the order of members must not change.
    assert.equal(JSON.stringify(document), JSON.stringify(JSON.parse(readFileSync(stored, 'utf8'))))
  }
})

test('the patch option receives the finished document, and its result and its messages come last', async () => {
  const { app } = createApp()
  app.get('/a', () => 1).addHttpMethod('LINK')
  app.route({ method: 'LINK', url: '/a', handler: () => 1 })
  await app.ready()
  const sentences: string[] = []
  const document = openapi(app, {
    info,
    patch(document, leaveOut) {
      leaveOut('/b is left out.')
      return { ...document, paths: { ...document.paths, '/c': {} } }
    },
    onLeftOut: (sentence) => sentences.push(sentence)
  })
  assert.deepEqual(Object.keys(document.paths), ['/a', '/c'])
  assert.match(sentences.join(' '), /^LINK \/a is left out: .* \/b is left out\.$/)
})

test('an invalid option, or a first argument that is not an app, throws', async () => {
  const { app } = createApp()
  await app.ready()
  const rows: readonly (readonly [options: Anything, message: RegExp])[] = [
    [undefined, /^The second argument of openapi\(\) must be an object, not undefined/],
    [{}, /^The option 'info' of openapi\(\) must be an object with the title and the version/],
    [{ info: { title: 'x' } }, /'info'/],
    [{ info, version: '3.0' }, /^The option 'version' of openapi\(\) must be '3.1' or '3.2', not '3.0'/],
    [
      { info, patch: {} },
      /^The option 'patch' of openapi\(\) must be a function, such as the result of mergePatch\(changes\) of '@esp/
    ],
    [
      { info, patch: async (document: object) => document },
      /^The result of the option 'patch' .* a document, not Promise/
    ],
    [{ info, server: [] }, /^An option of openapi\(\) must be one of info, version, servers, /]
  ]
  for (const [options, message] of rows)
    assert.throws(() => openapi(app, options), { code: 'ESP_ERR_ARGUMENT_INVALID', message })
  for (const given of [{}, null, undefined, 'app'] as Anything[])
    assert.throws(() => openapi(given, { info }), {
      code: 'ESP_ERR_ARGUMENT_INVALID',
      message: /an app of the installed espalier/
    })
})

test('openapi() throws before plugins have loaded and works from then on', async () => {
  const { app } = createApp()
  let early: unknown
  app.register(async (child: Anything) => void child.get('/a', () => 1))
  app.addHook('onReady', () => {
    early = openapi(app, { info })
  })
  assert.throws(() => openapi(app, { info }), {
    code: 'ESP_ERR_NOT_READY',
    message: 'openapi() came too early: plugins are still loading. Await ready() first.'
  })
  await app.ready()
  assert.deepEqual(early, openapi(app, { info }))
})

test('openapi() of an inner context describes the whole application', async () => {
  let inner: Anything
  const { app } = createApp()
  app.get('/a', () => 1)
  app.register(async (child: Anything) => {
    inner = child
  })
  await app.ready()
  assert.deepEqual(openapi(inner, { info }), openapi(app, { info }))
})

test('a document contains the given options and the used tags', async () => {
  const given = {
    info: { ...info, description: 'D', license: { name: 'MIT' } },
    servers: [{ url: 'https://example.com' }],
    tags: [{ name: 'z', description: 'last' }],
    externalDocs: { url: 'https://example.com/docs' }
  }
  const document = await documentOf((app) => {
    app.get('/a', { schema: { tags: ['b', 'z'] } }, () => 1)
    app.get('/b', { schema: { tags: ['a'] } }, () => 1)
  }, given)
  assert.deepEqual(document.tags, [...given.tags, { name: 'a' }, { name: 'b' }])
  assert.deepEqual(
    [document.info, document.servers, document.externalDocs],
    [given.info, given.servers, given.externalDocs]
  )
  assert.equal(document.openapi, '3.1.0')
  assert.deepEqual(await documentOf(() => {}), {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    security: [],
    paths: {}
  })
})

test('a security requirement without a scheme throws, and given schemes are in the document', async () => {
  const secured = (app: Anything) => {
    app.routeDefaults({ security: [{ cookie: [] }] }).get('/', () => 1)
  }
  await assert.rejects(documentOf(secured), {
    code: 'ESP_ERR_ARGUMENT_INVALID',
    message: /with 'cookie', which the security of GET \/ names/
  })
  const cookie = { type: 'apiKey', in: 'cookie', name: 'sid' } as const
  const { components, paths } = await documentOf(
    (app) => {
      secured(app)
      app.register(async (child: Anything) => void child.register(bearerAuth, { keys: ['k'] }))
    },
    { securitySchemes: { cookie } }
  )
  assert.deepEqual(paths['/'].get.security, [{ cookie: [] }])
  assert.deepEqual(components.securitySchemes, { cookie })
})

test('a method that the OpenAPI version does not support is left out and reported', async () => {
  const { app } = createApp()
  app.addHttpMethod('PURGE')
  for (const method of ['QUERY', 'PURGE', 'GET']) app.route({ method, url: '/a', handler: () => 1 })
  await app.ready()
  const old = describeApp(app, { info })
  assert.deepEqual(Object.keys(old.document.paths['/a'] ?? {}), ['get'])
  assert.deepEqual(old.leftOut, [
    'PURGE /a is left out: OpenAPI 3.1 does not have the method. Version 3.2 does.',
    'QUERY /a is left out: OpenAPI 3.1 does not have the method. Version 3.2 does.'
  ])
  const { document, leftOut } = describeApp(app, { info, version: '3.2' })
  assert.equal(document.openapi, '3.2.0')
  assert.deepEqual(leftOut, [])
  const item: Anything = document.paths['/a']
  assert.deepEqual(Object.keys(item), ['get', 'additionalOperations', 'query'])
  assert.deepEqual(Object.keys(item.additionalOperations), ['PURGE'])
})

test('a lazily compiled app and a Fastify-compatible app have the same document', async () => {
  const declare = (app: Anything) => {
    const why = { why: Type.String() }
    app.routeDefaults({ response: { 404: why } })
    app.route(
      endpoint('GET /a/:id', { params: { id: Type.Integer() }, response: { 200: { a: Type.String() }, 404: why } }),
      () => ({ a: 'x' })
    )
    for (const path of ['/b', '/c']) app.get(path, () => 1)
  }
  const document = await documentOf(declare)
  assert.deepEqual(await documentOf(declare, {}, { compile: 'lazy' }), document)
  assert.deepEqual(await documentOf(declare, {}, { compat: 'fastify' }), document)
})

test('responses of an application match its document', async () => {
  const app = createTricky()
  const judge = judgeAnswers(app)
  const book = {
    title: 'Emma',
    subtitle: null,
    isbn: '9780141439587',
    size: [1, 2],
    kind: 'book',
    sequel: { title: 'More' }
  }
  const key = { authorization: 'Bearer key' }
  const rows: readonly (readonly [method: string, url: string, status: number, more?: object])[] = [
    ...([
      ['GET', '/admin/item', 200, { headers: key }],
      ['GET', '/admin/item', 401],
      ['GET', '/shop/item', 200]
    ] as const),
    ...([
      ['GET', '/shop/mine', 401],
      ['GET', '/shop/mine', 200, { headers: { cookie: 'sid=1' } }]
    ] as const),
    ...([
      ['POST', '/books', 201, { payload: book }],
      ['POST', '/books', 400, { payload: {} }]
    ] as const),
    ...([
      ['PUT', '/books/9780141439587', 204, { payload: book }],
      ['PUT', '/books/1', 400, { payload: book }]
    ] as const),
    ...([
      ['GET', '/at/10h30m', 200],
      ['GET', '/maybe', 200],
      ['GET', '/maybe/1', 200],
      ['GET', '/files/a/b', 200]
    ] as const),
    ...([
      ['GET', '/same/1', 200],
      ['DELETE', '/same/1', 200],
      ['GET', '/name:verb', 200],
      ['GET', '/tree', 200]
    ] as const),
    ...([
      ['GET', '/search?q=a', 200],
      ['GET', '/search', 400],
      ['GET', '/teams', 200]
    ] as const),
    ...([
      ['GET', '/orgs/acme/members', 200],
      ['GET', '/orgs/acme/members/1', 200]
    ] as const),
    ...([
      ['GET', '/orgs/a/members', 400],
      ['GET', '/orgs/acme/members/x', 400],
      ['GET', '/stream', 200]
    ] as const)
  ]
  for (const [method, url, status, more] of rows)
    assert.equal((await app.inject({ method, url, ...more })).statusCode, status, `${method} ${url}`)
  assert.equal(judge.count(), rows.length)
  assert.deepEqual(judge.violations(), [])
})
