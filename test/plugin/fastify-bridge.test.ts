import assert from 'node:assert/strict'
import { test } from 'node:test'
import cookie from '@fastify/cookie'
import { guard, plugin, requires, shared, Type } from 'espalier'
import { adopt, asFastifyHook, asFastifyPlugin } from 'espalier/fastify'
import fastify, { type FastifyInstance, type FastifyPluginAsync } from 'espalier/fastify-types'
import Installed from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    ledger: { entries: string[] }
  }
  interface FastifyRequest {
    visitor: { name: string } | null
  }
}

const ledger = shared({ name: 'ledger', setup: (app) => app.decorate('ledger', { entries: [] as string[] }) })

const entries = plugin({
  name: 'entries',
  needs: [ledger],
  setup: (app, { first }: { first?: string }) => {
    if (first !== undefined) app.ledger.entries.push(first)
    app.post('/', { schema: { body: { text: Type.String() } } }, ({ body }) => app.ledger.entries.push(body.text))
  }
})

test('an espalier plugin and a Fastify plugin use the same shared decorator', async () => {
  const app = fastify()
  app.register(asFastifyPlugin(ledger))
  app.register(asFastifyPlugin(entries), { prefix: '/entries', first: 'opened' })
  const reading: FastifyPluginAsync = async (child) => {
    child.get('/read', async () => child.ledger.entries)
  }
  app.register(reading)
  assert.equal((await app.inject({ method: 'POST', url: '/entries', body: { text: 'sold' } })).body, '2')
  assert.equal((await app.inject({ method: 'POST', url: '/entries', body: {} })).statusCode, 400)
  assert.deepEqual((await app.inject('/read')).json(), ['opened', 'sold'])
  await app.close()
})

test('decorators of an espalier plugin stay in its context', async () => {
  const app = fastify()
  app.register(asFastifyPlugin(plugin({ name: 'inner', setup: (child) => child.decorate('inside', 1) })))
  await app.ready()
  assert.equal(app.hasDecorator('inside'), false)
  await app.close()
})

test('needs of an espalier plugin are met by a Fastify plugin of that name', async () => {
  const mine: FastifyPluginAsync = async (app) => void app.decorate('ledger', { entries: ['theirs'] })
  const app = fastify()
  app.register(fp(mine, { name: 'ledger' }))
  app.register(asFastifyPlugin(entries), { prefix: '/entries' })
  assert.equal((await app.inject({ method: 'POST', url: '/entries', body: { text: 'more' } })).body, '2')
  await app.close()
})

test('needs of an adopted plugin are met by the original plugin', async () => {
  const cookies = adopt(cookie, { request: ['cookies'] })
  const seen = plugin({ name: 'seen', needs: [cookies], setup: (app) => app.get('/', ({ cookies }) => cookies) })
  const app: FastifyInstance = fastify()
  app.register(cookie)
  app.register(asFastifyPlugin(seen))
  assert.deepEqual((await app.inject({ url: '/', headers: { cookie: 'a=b' } })).json(), { a: 'b' })
  await app.close()
})

test('derived members exist in Fastify contexts', async () => {
  const visitors = shared({
    name: 'visitors',
    setup: (app) =>
      app.derive('onRequest', async ({ headers }) => ({ visitor: headers.from ? { name: headers.from } : null }))
  })
  const requireVisitor = guard(async ({ visitor }: { visitor: { name: string } | null }, reply) =>
    visitor ? { visitor } : reply.code(401).send('Who?')
  )
  const mine = plugin({
    name: 'mine',
    needs: [visitors],
    setup: (app) => app.get('/mine', { preHandler: [requireVisitor] }, ({ visitor }) => visitor.name)
  })
  const app = fastify()
  app.register(asFastifyPlugin(visitors))
  app.register(asFastifyPlugin(mine))
  app.register(
    async (child: FastifyInstance) => void child.get('/theirs', async ({ visitor }) => visitor?.name ?? 'nobody')
  )
  assert.equal((await app.inject('/theirs')).body, 'nobody')
  assert.equal((await app.inject({ url: '/theirs', headers: { from: 'Ada' } })).body, 'Ada')
  assert.equal((await app.inject('/mine')).statusCode, 401)
  assert.equal((await app.inject({ url: '/mine', headers: { from: 'Ada' } })).body, 'Ada')
  await app.close()
})

test('params of an espalier plugin are validated under its prefix', async () => {
  const rooms = plugin({
    name: 'rooms',
    params: { floor: Type.Integer() },
    setup: (app) => app.get('/', ({ params }) => params.floor + 1)
  })
  const app = fastify()
  app.register(asFastifyPlugin(rooms), { prefix: '/floors/:floor' })
  assert.equal((await app.inject('/floors/2')).body, '3')
  assert.equal((await app.inject('/floors/a')).statusCode, 400)
  await app.close()
})

test('the boot fails for a missing plugin or decorator, and the message names it', async () => {
  const early = fastify()
  early.register(asFastifyPlugin(entries))
  await assert.rejects(async () => early.ready(), {
    code: 'FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED',
    message: /'ledger' of plugin 'entries'/
  })

  const bare = fastify()
  const needy = plugin({
    name: 'needy',
    needs: requires<{ app: { ledger: { entries: string[] } } }>({ app: ['ledger'] }),
    setup: () => {}
  })
  bare.register(asFastifyPlugin(needy))
  await assert.rejects(async () => bare.ready(), {
    code: 'FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE',
    message: /'ledger' required by 'needy'/
  })
})

test('asFastifyPlugin on an original Fastify app fails the boot and says why', async () => {
  const app = Installed()
  app.register(asFastifyPlugin(ledger))
  await assert.rejects(async () => app.ready(), {
    code: 'ESP_ERR_PLUGIN_APP_FOREIGN',
    message:
      /The plugin 'ledger' needs an espalier app, but this app was made by 'fastify'\. .*'espalier\/fastify-types'/
  })
})

test('asFastifyPlugin throws for a value that is not an espalier plugin', () => {
  const takes = asFastifyPlugin as (given: unknown) => unknown
  const code = 'ESP_ERR_ARGUMENT_INVALID'
  assert.throws(() => takes(undefined), {
    code,
    message: /The argument of asFastifyPlugin\(\) .* import each other in a circle/
  })
  assert.throws(() => takes(async () => {}), { code, message: /a plugin made by plugin\(\) or shared\(\)/ })
  assert.throws(() => takes(cookie), { code })
})

test('asFastifyHook makes a guard a hook of routes and contexts, and throws for other values', async () => {
  const app = fastify()
  const requireKey = guard(async ({ headers }, reply) => {
    return headers.authorization === undefined ? reply.code(401).send('no key') : { key: headers.authorization }
  })
  app.get('/guarded', { onRequest: [asFastifyHook(requireKey)] }, async () => 'served')
  app.register(async (child) => {
    child.addHook('preHandler', asFastifyHook(requireKey))
    child.get('/below', async () => 'served')
  })
  for (const url of ['/guarded', '/below']) {
    assert.equal((await app.inject(url)).body, 'no key')
    assert.equal((await app.inject({ url, headers: { authorization: 'x' } })).body, 'served')
  }
  assert.throws(() => asFastifyHook(5 as never), {
    code: 'ESP_ERR_ARGUMENT_INVALID',
    message: /^What asFastifyHook takes must be a guard/
  })
})
