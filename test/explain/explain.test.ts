import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '@sinclair/typebox'
import { espalier, guard, plugin, shared } from '../../src/index.ts'
import { documented } from '../../src/openapi/index.ts'
import type { Explanation } from '../../types/explain.ts'

const line = () => Number(/:(\d+):\d+\)?$/.exec(new Error('here').stack?.split('\n')[2] ?? '')?.[1])

const shown = ({ steps }: Explanation) => steps.map(({ stage, kind, name, context }) => [stage, kind, name, context])

test('the steps of an explanation are in the order of the request', async () => {
  const app = espalier()
  app.addHook('onRequest', async function early() {})
  app.addHook('onSend', async function late() {})
  app.setErrorHandler(function onFault() {
    return 'failed'
  })
  const users = plugin({
    name: 'users',
    setup: (child) => {
      const options = {
        preHandler: guard(function findUser() {
          return { user: 'ada' }
        }),
        schema: { params: { id: Type.Integer() }, body: Type.String(), response: { 200: Type.Object({}) } }
      }
      return child.put('/users/:id', options, function putUser() {
        return {}
      })
    }
  })
  app.register(users, { prefix: '/v1' })
  const explained = await app.explain({ method: 'put', path: '/v1/users/7?x=1' })
  assert.deepEqual([explained.found, { ...explained.params }], ['route', { id: '7' }])
  assert.equal(explained.route?.name, 'PUT /v1/users/:id')
  assert.deepEqual(
    explained.contexts.map(({ name, prefix }) => [name, prefix]),
    [
      ['app', ''],
      ['users', '/v1']
    ]
  )
  assert.deepEqual(shown(explained), [
    ['onRequest', 'hook', 'early', 'app'],
    ['parse', 'parser', 'the parser of application/json', 'app'],
    ['parse', 'parser', 'the parser of text/plain', 'app'],
    ['validate', 'validator', 'params', 'users'],
    ['validate', 'validator', 'body', 'users'],
    ['preHandler', 'guard', 'findUser', 'users'],
    ['handler', 'handler', 'putUser', 'users'],
    ['error handler', 'error handler', 'onFault', 'app'],
    ['error handler', 'error handler', 'the framework’s error handler', 'app'],
    ['serialize', 'serializer', '200', 'users'],
    ['onSend', 'hook', 'late', 'app']
  ])
  await app.close()
})

test('an unnamed function is shown by its line, with its added members and its statuses', async () => {
  const app = espalier()
  const before = line()
  app.addHook('onRequest', async () => {})
  app.derive('onRequest', () => ({ now: 1 }))
  app.addHook(
    'preHandler',
    documented(
      guard(() => ({ user: 'ada' })),
      { errors: [401] }
    ) as never
  )
  app.get('/', async () => 'ok')
  const { steps } = await app.explain({ path: '/' })
  const told = steps.map(({ name, place, adds, answers }) => [name, (place?.line ?? 0) - before, adds, answers])
  assert.deepEqual(told.slice(0, 4), [
    [`hook at explain.test.js:${before + 1}`, 1, 'unknown', 'unknown'],
    [`derive at explain.test.js:${before + 2}`, 2, ['now'], 'unknown'],
    [`guard at explain.test.js:${before + 3}`, 3, ['user'], [401]],
    [`handler at explain.test.js:${before + 4}`, 4, [], 'unknown']
  ])
  await app.close()
})

test('computed members of derive are shown after the first request', async () => {
  const app = espalier()
  const found = { user: 'ada' }
  app.derive('onRequest', function findUser() {
    return found
  })
  app.get('/', async () => 'ok')
  const addsOf = async () => (await app.explain({ path: '/' })).steps[0]?.adds
  assert.equal(await addsOf(), 'not seen yet')
  await app.inject('/')
  assert.deepEqual(await addsOf(), ['user'])
  await app.close()
})

test('declarations of sibling contexts are absent, with the context and the routes to share with', async () => {
  const app = espalier()
  const admin = plugin({
    name: 'admin',
    setup: (child) => {
      child.addHook('onRequest', async function audit() {})
      child.decorate('journal', 1)
      child.addSchema({ $id: 'entry', type: 'object' })
      child.setErrorHandler(function tell() {})
      child.get('/log', () => 'log')
    }
  })
  app.register(admin)
  app.get('/', () => 'home')
  app.get('/books', () => 'books')
  const { absent } = await app.explain({ path: '/' })
  assert.deepEqual(
    absent.map(({ kind, name, context, into, touches }) => [kind, name, context, into, touches]),
    [
      ['plugin', 'admin', 'app', 'app', ['GET /books']],
      ['hook', 'audit', 'admin', 'app', ['GET /books']],
      ['decorator', 'journal', 'admin', 'app', ['GET /books']],
      ['schema', 'entry', 'admin', 'app', ['GET /books']],
      ['error handler', 'tell', 'admin', 'app', ['GET /books']]
    ]
  )
  assert.match(
    absent[1]?.why ?? '',
    /^'audit' \(explain\.test\.js:\d+\) is declared in the context 'admin', below 'app'\./
  )
  await app.close()
})

test('a hook of a shared plugin belongs to the context that registers it', async () => {
  const app = espalier()
  app.register(
    shared({ name: 'clock', setup: (child) => child.addHook('onRequest', async function tick() {}) as never })
  )
  app.get('/', () => 'home')
  const { steps, absent } = await app.explain({ path: '/' })
  assert.deepEqual([steps[0]?.name, steps[0]?.context, absent], ['tick', 'app', []])
  await app.close()
})

test('explain matches constraints by the given headers', async () => {
  const app = espalier()
  app.get('/', { constraints: { host: 'a.example' } }, function ofHost() {})
  app.get('/', { constraints: { version: '2.1.0' } }, function ofVersion() {})
  const handlerOf = async (headers: Record<string, string>) => {
    const { found, steps } = await app.explain({ path: '/', headers })
    return found === 'route' ? steps.find(({ stage }) => stage === 'handler')?.name : found
  }
  assert.equal(await handlerOf({ Host: 'a.example' }), 'ofHost')
  assert.equal(await handlerOf({ 'accept-version': '2.x' }), 'ofVersion')
  assert.equal(await handlerOf({}), 'nothing')
  await app.close()
})

test('the explanation of an unknown path has the not-found handler and the hooks of its context', async () => {
  const app = espalier()
  app.get('/', () => 'home')
  app.register(
    plugin({
      name: 'api',
      setup: (child) => {
        child.addHook('onRequest', async function audit() {})
        child.setNotFoundHandler(function none() {})
      }
    }),
    { prefix: '/api' }
  )
  const below = await app.explain({ path: '/api/x' })
  assert.deepEqual([below.found, below.route], ['nothing', null])
  assert.deepEqual(
    below.steps.slice(0, 2).map(({ name }) => name),
    ['audit', 'none']
  )
  const root = await app.explain({ path: '/x' })
  assert.equal(root.steps[0]?.name, 'the framework’s 404')
  assert.equal((await app.explain({ path: '/%' })).found, 'bad url')
  assert.equal((await app.explain({ path: '/api' })).found, 'nothing')
  await app.close()
})

test('explain rejects for an invalid path, and for an app that fails to boot', async () => {
  const app = espalier()
  await assert.rejects(app.explain({} as never), {
    code: 'ESP_ERR_ARGUMENT_INVALID',
    message: /The 'path' of explain\(\)/
  })
  await app.close()
  const broken = espalier()
  broken.register(async () => {
    throw new Error('no database')
  })
  await assert.rejects(broken.explain({ path: '/' }), /no database/)
  await broken.close()
})
