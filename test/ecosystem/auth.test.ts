import assert from 'node:assert/strict'
import { test } from 'node:test'
import auth, { type FastifyAuthFunction } from '@fastify/auth'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'
import { errorOf } from './wire.ts'

const wants =
  (header: string): FastifyAuthFunction =>
  (request, _reply, done) =>
    done(request.headers[header] === 'yes' ? undefined : new Error(`no ${header}`))

test('an empty list of functions throws', async (t) => {
  const app = createApp()
  t.after(() => app.close())
  await app.register(auth)
  assert.throws(() => app.auth([]), { message: 'Missing auth functions' })
})

test('an unknown relation stops the boot', async () => {
  const app = createApp()
  app.register(auth, { defaultRelation: 'xor' as 'or' })
  await assert.rejects(async () => app.ready(), /default relation/)
})

test('a 401 has the last error when every alternative rejects', async (t) => {
  const app = createApp()
  await app.register(auth)
  app.get('/', { preHandler: app.auth([wants('x-key'), wants('x-user')]) }, async () => 'unreached')
  const answer = await fetch(await serving(t, app))
  assert.equal(answer.status, 401)
  assert.deepEqual(await errorOf(answer), { statusCode: 401, error: 'Unauthorized', message: 'no x-user' })
})

test('one alternative that accepts is enough', async (t) => {
  const app = createApp()
  await app.register(auth)
  app.get('/', { preHandler: app.auth([wants('x-key'), wants('x-user')]) }, async () => 'in')
  const origin = await serving(t, app)
  for (const header of ['x-key', 'x-user']) {
    const answer = await fetch(origin, { headers: { [header]: 'yes' } })
    assert.equal(answer.status, 200)
    assert.equal(await answer.text(), 'in')
  }
})

test('the relation "and" stops at the first function that rejects', async (t) => {
  const app = createApp()
  await app.register(auth, { defaultRelation: 'and' })
  app.get('/', { preHandler: app.auth([wants('x-key'), wants('x-user')]) }, async () => 'in')
  const origin = await serving(t, app)
  const refused = await fetch(origin, { headers: { 'x-user': 'yes' } })
  assert.equal(refused.status, 401)
  assert.equal((await errorOf(refused)).message, 'no x-key')
  assert.equal((await fetch(origin, { headers: { 'x-key': 'yes', 'x-user': 'yes' } })).status, 200)
})

test('a nested list has the other relation', async (t) => {
  const app = createApp()
  await app.register(auth)
  app.get('/', { preHandler: app.auth([wants('x-root'), [wants('x-key'), wants('x-user')]]) }, async () => 'in')
  const origin = await serving(t, app)
  assert.equal((await fetch(origin, { headers: { 'x-key': 'yes' } })).status, 401)
  assert.equal((await fetch(origin, { headers: { 'x-key': 'yes', 'x-user': 'yes' } })).status, 200)
  assert.equal((await fetch(origin, { headers: { 'x-root': 'yes' } })).status, 200)
})

test('an error has the status that the function set', async (t) => {
  const app = createApp()
  await app.register(auth)
  const forbid: FastifyAuthFunction = (_request, reply, done) => {
    reply.code(403)
    done(new Error('not yours'))
  }
  app.get('/', { preHandler: app.auth([forbid]) }, async () => 'unreached')
  const answer = await fetch(await serving(t, app))
  assert.equal(answer.status, 403)
  assert.equal((await errorOf(answer)).message, 'not yours')
})

test('functions can be async, and have the app as this', async (t) => {
  const app = createApp()
  app.decorate('keys', new Set(['k1']))
  await app.register(auth)
  const known: FastifyAuthFunction = async function (request) {
    const keys = this.getDecorator<Set<unknown>>('keys')
    if (!keys.has(request.headers['x-key'])) throw new Error('unknown key')
  }
  app.addHook('preHandler', app.auth([known]))
  app.get('/', async () => 'in')
  const origin = await serving(t, app)
  assert.equal((await fetch(origin)).status, 401)
  assert.equal((await fetch(origin, { headers: { 'x-key': 'k1' } })).status, 200)
})

test('the body is parsed before a preHandler function, and not before an onRequest function', async (t) => {
  const app = createApp()
  await app.register(auth)
  const named: FastifyAuthFunction = (request, _reply, done) =>
    done(request.body === undefined ? new Error('no body yet') : undefined)
  app.post('/late', { preHandler: app.auth([named]) }, async () => 'in')
  app.post('/early', { onRequest: app.auth([named]) }, async () => 'unreached')
  const origin = await serving(t, app)
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"ada"}' }
  assert.equal((await fetch(`${origin}/late`, post)).status, 200)
  assert.equal((await fetch(`${origin}/early`, post)).status, 401)
})

test('a hook in a child plugin guards only the child', async (t) => {
  const app = createApp()
  await app.register(auth)
  app.register(
    async (child) => {
      child.addHook('preHandler', child.auth([wants('x-key')]))
      child.get('/', async () => 'guarded')
    },
    { prefix: '/guarded' }
  )
  app.get('/open', async () => 'open')
  const origin = await serving(t, app)
  assert.equal((await fetch(`${origin}/guarded`)).status, 401)
  assert.equal((await fetch(`${origin}/open`)).status, 200)
  assert.equal((await fetch(`${origin}/guarded/nowhere`)).status, 404)
})
