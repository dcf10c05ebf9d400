import assert from 'node:assert/strict'
import { test } from 'node:test'
import cookie, { Signer } from '@fastify/cookie'
import session, { type FastifySessionObject, type FastifySessionOptions, type SessionStore } from '@fastify/session'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'
import { cookiesOf } from './wire.ts'

declare module 'fastify' {
  interface Session {
    visits?: number
  }
}

const secret = 'a secret of at least thirty-two characters'

// @fastify/secure-session declares `request.session` too, so a decorator with an explicit type is read here.
const sessionOf = (request: FastifyRequest) => request.getDecorator<FastifySessionObject>('session')

function withSession(options: Partial<FastifySessionOptions> = {}): FastifyInstance {
  const app = createApp()
  app.register(cookie)
  app.register(session, { secret, cookie: { secure: false }, ...options })
  return app
}

function countVisits(app: FastifyInstance): void {
  app.get('/count', async (request) => {
    const current = sessionOf(request)
    current.visits = (current.visits ?? 0) + 1
    return { visits: current.visits }
  })
}

const visit = (origin: string, path: string, cookies = '') => fetch(origin + path, { headers: { cookie: cookies } })

test('the boot fails without the cookie plugin, and the message names it', async () => {
  const app = createApp()
  app.register(session, { secret })
  await assert.rejects(async () => app.ready(), {
    code: 'FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED',
    message: "The dependency '@fastify/cookie' of plugin '@fastify/session' is not registered"
  })
})

test('a short secret stops the boot', async () => {
  const app = withSession({ secret: 'short' })
  await assert.rejects(async () => app.ready(), { message: 'the secret must have length 32 or greater' })
})

test('a session id with a changed signature starts a new session', async (t) => {
  const app = withSession()
  countVisits(app)
  const origin = await serving(t, app)
  const cookies = cookiesOf(await visit(origin, '/count'))

  assert.deepEqual(await (await visit(origin, '/count', `${cookies}x`)).json(), { visits: 1 })
  assert.deepEqual(await (await visit(origin, '/count', cookies)).json(), { visits: 2 })
})

test('a store error is a 500, on reading before the handler runs', async (t) => {
  const store: SessionStore = {
    get: (_id, callback) => callback(new Error('cannot read'), null),
    set: (_id, _session, callback) => callback(new Error('cannot write')),
    destroy: (_id, callback) => callback()
  }
  const app = withSession({ store, rolling: false })
  let handled = 0
  app.get('/', async () => {
    handled += 1
    return 'handled'
  })
  const origin = await serving(t, app)

  const unwritten = await visit(origin, '/')
  assert.equal(unwritten.status, 500)
  assert.deepEqual(await unwritten.json(), {
    statusCode: 500,
    error: 'Internal Server Error',
    message: 'cannot write'
  })
  assert.equal(handled, 1)

  const id = encodeURIComponent(new Signer(secret).sign('some id'))
  const unread = await visit(origin, '/', `sessionId=${id}`)
  assert.equal(unread.status, 500)
  assert.equal(handled, 1)
})

test('a secure cookie is not set over plain HTTP', async (t) => {
  const app = withSession({ cookie: { secure: true } })
  countVisits(app)
  const answer = await visit(await serving(t, app), '/count')
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.headers.getSetCookie(), [])
})

test('a session persists across requests with its cookie', async (t) => {
  const app = withSession({ cookieName: 'sid' })
  countVisits(app)
  const origin = await serving(t, app)

  const first = await visit(origin, '/count')
  assert.match(first.headers.getSetCookie()[0] ?? '', /^sid=[^;]+; Path=\/; HttpOnly$/)
  assert.deepEqual(await first.json(), { visits: 1 })
  assert.deepEqual(await (await visit(origin, '/count', cookiesOf(first))).json(), { visits: 2 })
  assert.deepEqual(await (await visit(origin, '/count')).json(), { visits: 1 })
})

test('a regenerated session has a new id, and a destroyed one is removed', async (t) => {
  const app = withSession()
  countVisits(app)
  app.get('/login', async (request) => {
    const before = sessionOf(request).sessionId
    await sessionOf(request).regenerate(['visits'])
    return { changed: sessionOf(request).sessionId !== before }
  })
  app.get('/logout', async (request) => {
    await sessionOf(request).destroy()
    return { session: request.session }
  })
  const origin = await serving(t, app)

  const anonymous = cookiesOf(await visit(origin, '/count'))
  const login = await visit(origin, '/login', anonymous)
  assert.deepEqual(await login.json(), { changed: true })
  assert.deepEqual(await (await visit(origin, '/count', anonymous)).json(), { visits: 1 })
  assert.deepEqual(await (await visit(origin, '/count', cookiesOf(login))).json(), { visits: 2 })

  const logout = await visit(origin, '/logout', cookiesOf(login))
  assert.deepEqual(await logout.json(), { session: null })
  assert.deepEqual(await (await visit(origin, '/count', cookiesOf(login))).json(), { visits: 1 })
})

test('saveUninitialized: false sends no cookie for an unchanged session', async (t) => {
  const app = withSession({ saveUninitialized: false })
  countVisits(app)
  app.get('/look', async (request) => ({ visits: sessionOf(request).visits ?? 0 }))
  const origin = await serving(t, app)
  assert.deepEqual((await visit(origin, '/look')).headers.getSetCookie(), [])
  assert.deepEqual((await visit(origin, '/nowhere')).headers.getSetCookie(), [])
  assert.equal((await visit(origin, '/count')).headers.getSetCookie().length, 1)
})

test('a not-found handler has a session', async (t) => {
  const app = withSession()
  app.setNotFoundHandler(async (request, reply) =>
    reply.code(404).send({ id: sessionOf(request).sessionId.length > 0 })
  )
  const answer = await visit(await serving(t, app), '/nowhere')
  assert.equal(answer.status, 404)
  assert.deepEqual(await answer.json(), { id: true })
})

test('a session of a child plugin is not available to its sibling', async (t) => {
  const app = createApp()
  app.register(cookie)
  app.register(async (child) => {
    child.register(session, { secret, cookie: { secure: false } })
    child.get('/inside', async (request) => ({ store: 'sessionStore' in request, session: 'session' in request }))
  })
  app.get('/outside', async (request) => ({ store: 'sessionStore' in request, session: 'session' in request }))
  const origin = await serving(t, app)
  assert.deepEqual(await (await visit(origin, '/inside')).json(), { store: true, session: true })
  const outside = await visit(origin, '/outside')
  assert.deepEqual(await outside.json(), { store: false, session: false })
  assert.deepEqual(outside.headers.getSetCookie(), [])
})
