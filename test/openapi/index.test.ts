import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guard } from '../../src/index.ts'
import { documented, openapi } from '../../src/openapi/index.ts'
import { type Anything, createApp } from '../security/wild.ts'
import { documentOf, info } from './describing.ts'

const scheme = { type: 'apiKey', in: 'cookie', name: 'sid' } as const

test('documented() returns the same function, and a documented guard works as before', async () => {
  const hook = async () => {}
  assert.equal(documented(hook, { errors: [401] }), hook)
  const { app } = createApp()
  const requireUser = documented(
    guard(async (request: Anything) => ({ user: request.headers.user })),
    { schemes: { sid: scheme } }
  )
  app.get('/', { onRequest: requireUser }, ({ user }: Anything) => user)
  assert.equal((await app.inject({ url: '/', headers: { user: 'ada' } })).body, 'ada')
})

test('documented guards, hooks and derived members add security and errors to their routes', async () => {
  const said = { schemes: { sid: scheme }, errors: [401] }
  const plain = documented(async () => {}, said)
  const { paths, components } = await documentOf((app) => {
    app.get(
      '/guard',
      {
        preHandler: documented(
          guard(async () => ({ a: 1 })),
          said
        )
      },
      () => 1
    )
    app.get(
      '/refining',
      {
        preHandler: documented(
          guard<Anything>()(async () => {}),
          said
        )
      },
      () => 1
    )
    app.get('/list', { onRequest: [async () => {}, plain] }, () => 1)
    app.register(async (context: Anything) => void context.addHook('preValidation', plain).get('/hook', () => 1))
    app.register(async (context: Anything) => {
      context
        .derive(
          'onRequest',
          documented(() => ({ b: 1 }), said)
        )
        .get('/derive', () => 1)
    })
    app.get('/open', () => 1)
  })
  for (const path of ['/guard', '/refining', '/list', '/hook', '/derive']) {
    assert.deepEqual(paths[path].get.security, [{ sid: [] }], path)
    assert.ok(paths[path].get.responses[401])
  }
  assert.equal(paths['/open'].get.security, undefined)
  assert.deepEqual(components.securitySchemes, { sid: scheme })
})

test('an argument that is not a function, or not an object, throws', () => {
  for (const given of [undefined, {}, 'hook'] as Anything[])
    assert.throws(() => documented(given, {}), {
      code: 'ESP_ERR_ARGUMENT_INVALID',
      message: /^The first argument of documented\(\) must be a function/
    })
  for (const given of [undefined, [], 'hook'] as Anything[])
    assert.throws(() => documented(() => {}, given), {
      code: 'ESP_ERR_ARGUMENT_INVALID',
      message: /^The second argument of documented\(\) must be an object/
    })
})

test('each document is a new object, and a route may respond with it', async () => {
  const { app } = createApp()
  app.get('/openapi.json', { schema: { hide: true } }, () => openapi(app, { info }))
  app.get('/a', () => 1)
  const answer = (await app.inject('/openapi.json')).json()
  assert.deepEqual(Object.keys(answer.paths), ['/a'])
  assert.notEqual(openapi(app, { info }), openapi(app, { info }))
})
