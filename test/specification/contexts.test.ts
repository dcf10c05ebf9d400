import assert from 'node:assert/strict'
import { test } from 'node:test'
import bearerAuthPlugin from '@fastify/bearer-auth'
import { espalier, plugin, shared, Type, value } from 'espalier'
import { bearerAuth } from 'espalier/bearer-auth'
import fastifyPlugin from 'fastify-plugin'

/** The scenario of the specification: each route returns the request decorators that it sees, by name. */
function scenario(shareGrandchild: boolean, auth: 'own' | 'fastify') {
  const app = espalier()
  const seen = (request: object) => ({
    root: 'answer' in request ? (request as { answer: unknown }).answer : undefined,
    b: 'foo' in request ? (request as { foo: unknown }).foo : undefined,
    grandchild: 'bar' in request ? (request as { bar: unknown }).bar : undefined
  })
  app.decorateRequest('answer', 42)
  app.register(async (a) => {
    if (auth === 'own') a.register(bearerAuth, { keys: ['token'] })
    else a.register(bearerAuthPlugin, { keys: new Set(['token']) })
    a.get('/a', async (request) => seen(request))
  })
  const grandchild = async (c: ReturnType<typeof espalier>) => {
    c.decorateRequest('bar', 'bar')
    c.get('/c', async (request) => seen(request))
  }
  app.register(async (b) => {
    b.decorateRequest('foo', 'foo')
    b.get('/b', async (request) => seen(request))
    b.register((shareGrandchild ? fastifyPlugin(grandchild as never) : grandchild) as never)
  })
  return app
}

for (const auth of ['own', 'fastify'] as const) {
  test(`each route sees the request decorators of its context and its ancestors (${auth} bearer plugin)`, async (t) => {
    const app = scenario(false, auth)
    t.after(() => app.close())
    const headers = { authorization: 'Bearer token' }
    assert.equal((await app.inject('/a')).statusCode, 401)
    assert.equal((await app.inject({ url: '/a', headers: { authorization: 'Bearer wrong' } })).statusCode, 401)
    assert.deepEqual((await app.inject({ url: '/a', headers })).json(), { root: 42 })
    assert.deepEqual((await app.inject('/b')).json(), { root: 42, b: 'foo' })
    assert.deepEqual((await app.inject('/c')).json(), { root: 42, b: 'foo', grandchild: 'bar' })
  })

  test(`a decorator of a shared grandchild is visible in its parent and not in a sibling (${auth} bearer plugin)`, async (t) => {
    const app = scenario(true, auth)
    t.after(() => app.close())
    const headers = { authorization: 'Bearer token' }
    assert.deepEqual((await app.inject({ url: '/a', headers })).json(), { root: 42 })
    assert.deepEqual((await app.inject('/b')).json(), { root: 42, b: 'foo', grandchild: 'bar' })
    assert.deepEqual((await app.inject('/c')).json(), { root: 42, b: 'foo', grandchild: 'bar' })
  })
}

test('an app decorator is visible below its context, not above or beside it', async () => {
  const app = espalier()
  const views: Record<string, boolean> = {}
  app.register(async (child) => {
    child.decorate('db', 1)
    child.register(async (grandchild) => {
      views.grandchild = 'db' in grandchild
    })
  })
  app.register(async (sibling) => {
    views.sibling = 'db' in sibling
  })
  await app.ready()
  assert.deepEqual({ ...views, root: app.hasDecorator('db') }, { grandchild: true, sibling: false, root: false })
})

test('the same decorator name may have different values in two siblings', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  for (const name of ['left', 'right']) {
    app.register(async (child) => {
      const own = child.decorateRequest('side', name)
      own.get(`/${name}`, async (request) => request.side)
    })
  }
  assert.equal((await app.inject('/left')).body, 'left')
  assert.equal((await app.inject('/right')).body, 'right')
})

test('a hook runs for the routes of its context and below it, in the order of declaration', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  const order: string[] = []
  const note = (name: string) => async () => {
    order.push(name)
  }
  app.addHook('onRequest', note('root 1'))
  app.register(async (child) => {
    child.addHook('onRequest', note('child'))
    child.get('/child', { onRequest: note('route') }, async () => 'child')
  })
  app.register(async (sibling) => {
    sibling.addHook('onRequest', note('sibling'))
    sibling.get('/sibling', async () => 'sibling')
  })
  app.addHook('onRequest', note('root 2'))
  await app.inject('/child')
  assert.deepEqual(order.splice(0), ['root 1', 'child', 'root 2', 'route'])
  await app.inject('/sibling')
  assert.deepEqual(order, ['root 1', 'sibling', 'root 2'])
})

test('a shared schema is visible in its context and below, and a sibling may use the same $id', async () => {
  const app = espalier()
  app.addSchema(Type.Object({ root: Type.String() }, { $id: 'root' }))
  const seen: Record<string, string[]> = {}
  app.register(async (child) => {
    child.addSchema(Type.Object({ a: Type.String() }, { $id: 'own' }))
    child.register(async (grandchild) => {
      seen.grandchild = Object.keys(grandchild.getSchemas())
    })
  })
  app.register(async (sibling) => {
    sibling.addSchema(Type.Object({ b: Type.String() }, { $id: 'own' }))
    seen.sibling = Object.keys(sibling.getSchemas())
  })
  await app.ready()
  assert.deepEqual(seen, { grandchild: ['root', 'own'], sibling: ['root', 'own'] })
  assert.deepEqual(Object.keys(app.getSchemas()), ['root'])
})

test('prefixes join along the tree, and routes are relative to their context', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  app.register(
    async (v1) => {
      v1.get('/', async () => v1.prefix)
      v1.register(async (users) => void users.get('/:id', async (request) => `${users.prefix} ${request.params.id}`), {
        prefix: 'users'
      })
    },
    { prefix: '/v1' }
  )
  assert.equal((await app.inject('/v1')).body, '/v1')
  assert.equal((await app.inject('/v1/')).body, '/v1')
  assert.equal((await app.inject('/v1/users/7')).body, '/v1/users 7')
  assert.equal((await app.inject('/users/7')).statusCode, 404)
})

test('a plugin gets the decorators of a plugin that it needs, and without that plugin fails the boot by name', async () => {
  const db = shared({ name: 'db', setup: async (app, options: { url: string }) => app.decorate('db', options.url) })
  const users = plugin({
    name: 'users',
    needs: [db],
    setup: (app) => app.get('/users', async () => app.db)
  })
  const app = espalier()
  const withDb = await app.register(db, { url: 'memory:' })
  withDb.register(users, { prefix: '/v1' })
  assert.equal((await app.inject('/v1/users')).body, 'memory:')
  await app.close()

  const bare = espalier()
  // @ts-expect-error this context lacks app.db
  bare.register(users)
  await assert.rejects(Promise.resolve(bare.ready()), {
    code: 'FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED',
    message: /db.*users|users.*db/s
  })
})

test('await register returns the app, with the decorators of a shared plugin', async (t) => {
  const session = shared({ name: 'session', setup: (app) => app.decorateRequest('user', value<string | null>(null)) })
  const app = espalier()
  t.after(() => app.close())
  const wide = await app.register(session)
  assert.equal(wide, app)
  wide.get('/', async (request) => ({ user: request.user }))
  assert.deepEqual((await app.inject('/')).json(), { user: null })
})

test('a decorator that is already declared, or has a reference type, throws its code', async () => {
  const app = espalier().decorate('db', 1).decorateRequest('user', 'x')
  const untyped = app as unknown as {
    decorate(name: string, value: unknown): void
    decorateRequest(name: string, value: unknown): void
  }
  assert.throws(() => untyped.decorate('db', 2), { code: 'FST_ERR_DEC_ALREADY_PRESENT' })
  assert.throws(() => untyped.decorateRequest('user', 'y'), { code: 'FST_ERR_DEC_ALREADY_PRESENT' })
  assert.throws(() => untyped.decorateRequest('list', []), { code: 'FST_ERR_DEC_REFERENCE_TYPE' })
  assert.throws(() => untyped.decorateRequest('body', 1), { code: 'FST_ERR_DEC_ALREADY_PRESENT' })
})

test('a hook of a not-found handler that is not a function throws', () => {
  for (const preHandler of [null, 'x', [null]]) {
    assert.throws(() => espalier().setNotFoundHandler({ preHandler } as never, () => {}), {
      code: 'FST_ERR_HOOK_INVALID_HANDLER'
    })
  }
})

test('every declaration after ready throws its code', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  await app.ready()
  const late = app as unknown as Record<string, (...args: unknown[]) => unknown>
  const calls: [string, unknown[], string][] = [
    ['get', ['/late', () => {}], 'FST_ERR_INSTANCE_ALREADY_LISTENING'],
    ['addHook', ['onRequest', async () => {}], 'FST_ERR_INSTANCE_ALREADY_LISTENING'],
    ['addSchema', [{ $id: 'late' }], 'FST_ERR_INSTANCE_ALREADY_LISTENING'],
    ['setErrorHandler', [() => {}], 'FST_ERR_INSTANCE_ALREADY_LISTENING'],
    ['setNotFoundHandler', [() => {}], 'FST_ERR_INSTANCE_ALREADY_LISTENING'],
    ['decorate', ['late', 1], 'FST_ERR_DEC_AFTER_START'],
    ['decorateRequest', ['late', 1], 'FST_ERR_DEC_AFTER_START'],
    ['decorateReply', ['late', 1], 'FST_ERR_DEC_AFTER_START'],
    ['addContentTypeParser', ['a/b', () => {}], 'FST_ERR_CTP_INSTANCE_ALREADY_STARTED']
  ]
  for (const [verb, args, code] of calls) assert.throws(() => late[verb]?.(...args), { code }, verb)
})
