import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Authenticator, Strategy } from '@fastify/passport'
import secureSession from '@fastify/secure-session'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createApp } from '../../ecosystem/framework.ts'
import { serving } from '../../ecosystem/serving.ts'
import { cookiesOf } from '../../ecosystem/wire.ts'

declare module 'fastify' {
  interface PassportUser {
    name: string
  }
}

/** Accepts any user with the right word. */
class WordStrategy extends Strategy {
  override authenticate(request: FastifyRequest): void {
    const { name, word } = request.body as { name: string; word: string }
    if (word === 'sesame') this.success({ name })
    else this.fail('wrong word', 401)
  }
}

async function createGuardedApp(): Promise<FastifyInstance> {
  const passport = new Authenticator()
  passport.use('word', new WordStrategy('word'))
  passport.registerUserSerializer(async (user: { name: string }) => user.name)
  passport.registerUserDeserializer(async (name: string) => ({ name }))
  const app = createApp()
  await app.register(secureSession, { key: Buffer.alloc(32, 7), cookie: { path: '/' } })
  await app.register(passport.initialize())
  await app.register(passport.secureSession())
  app.post('/login', { preValidation: passport.authenticate('word', { authInfo: false }) }, async (request) => ({
    welcome: request.user?.name
  }))
  app.get('/', async (request, reply) => {
    if (!request.isAuthenticated()) return reply.redirect('/login', 303)
    return { user: request.user }
  })
  return app
}

const login = (origin: string, word: string): Promise<Response> =>
  fetch(`${origin}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'ada', word })
  })

test('a refused login responds with 401 and creates no session', async (t) => {
  const origin = await serving(t, await createGuardedApp())

  const refused = await login(origin, 'simsalabim')

  assert.equal(refused.status, 401)
  const sent = await fetch(origin, { redirect: 'manual', headers: { cookie: cookiesOf(refused) } })
  assert.equal(sent.status, 303)
  assert.equal(sent.headers.get('location'), '/login')
})

test('a login is kept in the session of the next request', async (t) => {
  const origin = await serving(t, await createGuardedApp())

  const welcomed = await login(origin, 'sesame')

  assert.deepEqual(await welcomed.json(), { welcome: 'ada' })
  const known = await fetch(origin, { headers: { cookie: cookiesOf(welcomed) } })
  assert.deepEqual(await known.json(), { user: { name: 'ada' } })
})
