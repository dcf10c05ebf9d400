import assert from 'node:assert/strict'
import { test } from 'node:test'
import helmet from '@fastify/helmet'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'

test('the boot fails for a route option that is neither an object nor false', async () => {
  const app = createApp()
  app.register(helmet)
  app.register(async (child) => {
    child.get('/', { helmet: 'please' as unknown as false }, async () => 'unreached')
  })
  await assert.rejects(async () => app.ready(), { message: 'Unknown value for route helmet configuration' })
})

test('a page, a 404 and an error have the security headers', async (t) => {
  const app = createApp()
  app.register(helmet)
  app.get('/', async () => 'hello')
  app.get('/boom', async () => {
    throw new Error('boom')
  })
  const origin = await serving(t, app)
  for (const [path, status] of [
    ['/', 200],
    ['/nowhere', 404],
    ['/boom', 500]
  ] as const) {
    const answer = await fetch(origin + path)
    assert.equal(answer.status, status)
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(answer.headers.get('x-frame-options'), 'SAMEORIGIN')
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'self'/)
  }
})

test('an option of the plugin turns a header off', async (t) => {
  const app = createApp()
  app.register(helmet, { contentSecurityPolicy: false, frameguard: { action: 'deny' } })
  app.get('/', async () => 'hello')
  const { headers } = await fetch(await serving(t, app))
  assert.equal(headers.get('content-security-policy'), null)
  assert.equal(headers.get('x-frame-options'), 'DENY')
})

test('a route turns the headers off or overrides options', async (t) => {
  const app = createApp()
  app.register(helmet)
  // The plugin changes routes through onRoute, so routes are declared once it is loaded.
  app.register(async (child) => {
    child.get('/plain', { helmet: false }, async () => 'plain')
    child.get('/own', { helmet: { frameguard: { action: 'deny' } } }, async () => 'own')
    child.get('/global', async () => 'global')
  })
  const origin = await serving(t, app)
  assert.equal((await fetch(`${origin}/plain`)).headers.get('x-frame-options'), null)
  assert.equal((await fetch(`${origin}/own`)).headers.get('x-frame-options'), 'DENY')
  assert.equal((await fetch(`${origin}/global`)).headers.get('x-frame-options'), 'SAMEORIGIN')
})

test('global: false sets headers only for routes with the option, or by reply.helmet', async (t) => {
  const app = createApp()
  app.register(helmet, { global: false })
  app.register(async (child) => {
    child.get('/plain', async () => 'plain')
    child.get('/asked', { helmet: { frameguard: { action: 'deny' } } }, async () => 'asked')
    child.get('/demanded', async (_request, reply) => {
      await reply.helmet()
      return 'demanded'
    })
  })
  const origin = await serving(t, app)
  assert.equal((await fetch(`${origin}/plain`)).headers.get('x-frame-options'), null)
  assert.equal((await fetch(`${origin}/asked`)).headers.get('x-frame-options'), 'DENY')
  assert.equal((await fetch(`${origin}/demanded`)).headers.get('x-frame-options'), 'SAMEORIGIN')
})

test('each request has its own nonces, which are in its policy', async (t) => {
  const app = createApp()
  app.register(helmet, { enableCSPNonces: true })
  app.get('/', async (_request, reply) => reply.cspNonce)
  const origin = await serving(t, app)
  const first = await fetch(origin)
  const nonce = (await first.json()) as { script: string; style: string }
  const policy = first.headers.get('content-security-policy') ?? ''
  assert.match(policy, new RegExp(`script-src [^;]*'nonce-${nonce.script}'`))
  assert.match(policy, new RegExp(`style-src [^;]*'nonce-${nonce.style}'`))
  assert.notDeepEqual(await (await fetch(origin)).json(), nonce)
})

test('helmet in a child plugin does not affect its sibling', async (t) => {
  const app = createApp()
  app.register(async (child) => {
    child.register(helmet)
    child.get('/inside', async () => 'inside')
  })
  app.register(async (child) => child.get('/outside', async () => 'outside'))
  const origin = await serving(t, app)
  assert.equal((await fetch(`${origin}/inside`)).headers.get('x-frame-options'), 'SAMEORIGIN')
  assert.equal((await fetch(`${origin}/outside`)).headers.get('x-frame-options'), null)
  assert.equal((await fetch(`${origin}/nowhere`)).headers.get('x-frame-options'), null)
})
