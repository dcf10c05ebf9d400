import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import cookie from '@fastify/cookie'
import secureSession, { type SecureSessionPluginOptions, type Session } from '@fastify/secure-session'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createApp } from '../../ecosystem/framework.ts'
import { serving } from '../../ecosystem/serving.ts'
import { cookiesOf } from '../../ecosystem/wire.ts'

interface Data {
  user?: string
}

const key = randomBytes(32)

// @fastify/session declares `request.session` too, so its type is asked for by name.
const sessionOf = (request: FastifyRequest, name = 'session') => request.getDecorator<Session<Data>>(name)

function withSession(options: Partial<SecureSessionPluginOptions> = {}): FastifyInstance {
  const app = createApp()
  app.register(secureSession, { key, ...options })
  return app
}

function logUsersIn(app: FastifyInstance): void {
  app.get<{ Params: { name: string } }>('/login/:name', async (request) => {
    sessionOf(request).set('user', request.params.name)
    return 'in'
  })
  app.get('/logout', async (request) => {
    sessionOf(request).delete()
    return 'out'
  })
  app.get('/me', async (request) => ({ user: sessionOf(request).get('user') ?? null }))
}

const visit = (origin: string, path: string, cookies = '') => fetch(origin + path, { headers: { cookie: cookies } })

test('a key of the wrong length fails to start', async () => {
  const app = withSession({ key: randomBytes(31) })
  await assert.rejects(async () => app.ready(), { message: 'key must be 32 bytes' })
})

test('a changed, malformed or foreign cookie yields an empty session', async (t) => {
  const app = withSession()
  logUsersIn(app)
  const stranger = withSession({ key: randomBytes(32) })
  logUsersIn(stranger)
  const origin = await serving(t, app)
  const mine = cookiesOf(await visit(origin, '/login/ada'))
  const foreign = cookiesOf(await visit(await serving(t, stranger), '/login/eve'))

  assert.deepEqual(await (await visit(origin, '/me', mine)).json(), { user: 'ada' })
  for (const cookies of [mine.replace(/session=./, 'session=_'), 'session=nonsense', 'session=a;b', foreign]) {
    const answer = await visit(origin, '/me', cookies)
    assert.equal(answer.status, 200)
    assert.deepEqual(await answer.json(), { user: null })
  }
})

test('the cookie is encrypted, has its attributes, and is set only when the session changes', async (t) => {
  const app = withSession({ cookie: { path: '/', secure: true, maxAge: 60 } })
  logUsersIn(app)
  const origin = await serving(t, app)
  const login = await visit(origin, '/login/ada')
  const [written = ''] = login.headers.getSetCookie()
  assert.match(written, /^session=[^;]+; Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  assert.doesNotMatch(Buffer.from(decodeURIComponent(written), 'base64').toString('latin1'), /ada/)
  assert.deepEqual((await visit(origin, '/me', cookiesOf(login))).headers.getSetCookie(), [])
})

test('a deleted session expires its cookie', async (t) => {
  const app = withSession()
  logUsersIn(app)
  const origin = await serving(t, app)
  const logout = await visit(origin, '/logout', cookiesOf(await visit(origin, '/login/ada')))
  assert.match(logout.headers.getSetCookie()[0] ?? '', /^session=; Max-Age=0; Expires=Thu, 01 Jan 1970/)
})

test('secure-session works with a cookie plugin registered before', async (t) => {
  const app = createApp()
  app.register(cookie)
  app.register(secureSession, { key })
  logUsersIn(app)
  const origin = await serving(t, app)
  assert.deepEqual(await (await visit(origin, '/me', cookiesOf(await visit(origin, '/login/ada')))).json(), {
    user: 'ada'
  })
})

test('sessions of several names have separate cookies', async (t) => {
  const app = createApp()
  app.register(secureSession, [
    { sessionName: 'short', key },
    { sessionName: 'long', cookieName: 'long-lived', key: randomBytes(32) }
  ])
  app.get('/set', async (request) => {
    sessionOf(request, 'short').set('user', 'ada')
    sessionOf(request, 'long').set('user', 'grace')
    return 'set'
  })
  app.get('/get', async (request) => ({
    short: sessionOf(request, 'short').user,
    long: sessionOf(request, 'long').user
  }))
  const origin = await serving(t, app)
  const cookies = cookiesOf(await visit(origin, '/set'))
  assert.match(cookies, /^short=[^;]+; long-lived=/)
  assert.deepEqual(await (await visit(origin, '/get', cookies)).json(), { short: 'ada', long: 'grace' })
})

test('an old key decrypts its cookies, and the new key replaces them', async (t) => {
  const before = withSession()
  logUsersIn(before)
  const rotated = createApp()
  rotated.register(secureSession, { key: [randomBytes(32), key] })
  logUsersIn(rotated)
  const old = cookiesOf(await visit(await serving(t, before), '/login/ada'))
  const answer = await visit(await serving(t, rotated), '/me', old)
  assert.deepEqual(await answer.json(), { user: 'ada' })
  assert.notEqual(cookiesOf(answer), '')
})

test('a session in a child plugin does not exist in its sibling', async (t) => {
  const app = createApp()
  app.register(async (child) => {
    child.register(secureSession, { key })
    child.get('/inside', async (request) => ({ session: 'session' in request, cookies: 'cookies' in request }))
  })
  app.get('/outside', async (request) => ({ session: 'session' in request, cookies: 'cookies' in request }))
  const origin = await serving(t, app)
  assert.deepEqual(await (await visit(origin, '/inside')).json(), { session: true, cookies: true })
  assert.deepEqual(await (await visit(origin, '/outside')).json(), { session: false, cookies: false })
})
