import assert from 'node:assert/strict'
import { test } from 'node:test'
import basicAuth, { type FastifyBasicAuthOptions } from '@fastify/basic-auth'
import type { FastifyError, FastifyInstance } from 'fastify'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'
import { errorOf } from './wire.ts'

const validate: FastifyBasicAuthOptions['validate'] = async (user, password) => {
  if (user !== 'ada' || password !== 'löve:lace') throw new Error('who are you')
}

function guarded(options: Partial<FastifyBasicAuthOptions> = {}): FastifyInstance {
  const app = createApp()
  app.register(basicAuth, { validate, ...options })
  app.after(() => app.get('/', { onRequest: app.basicAuth }, async () => 'in'))
  return app
}

const encoded = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`
const ask = (origin: string, authorization: string) => fetch(origin, { headers: { authorization } })

test('a plugin without a validate function stops the boot', async () => {
  const app = createApp()
  app.register(basicAuth, {} as FastifyBasicAuthOptions)
  await assert.rejects(async () => app.ready(), { message: 'Basic Auth: Missing validate function' })
})

test('a missing and a malformed header are 401s with a challenge', async (t) => {
  const origin = await serving(t, guarded({ authenticate: { realm: 'engine room' } }))
  for (const headers of [{}, { authorization: 'Basic ???' }, { authorization: 'Bearer abc' }]) {
    const answer = await fetch(origin, { headers })
    assert.equal(answer.status, 401)
    assert.equal(answer.headers.get('www-authenticate'), 'Basic realm="engine room", charset="UTF-8"')
    assert.deepEqual(await errorOf(answer), {
      statusCode: 401,
      code: 'FST_BASIC_AUTH_MISSING_OR_BAD_AUTHORIZATION_HEADER',
      error: 'Unauthorized',
      message: 'Missing or bad formatted authorization header'
    })
  }
})

test('wrong credentials are a 401 without a challenge by default', async (t) => {
  const answer = await ask(await serving(t, guarded()), encoded('ada:wrong'))
  assert.equal(answer.status, 401)
  assert.equal(answer.headers.get('www-authenticate'), null)
  assert.deepEqual(await errorOf(answer), { statusCode: 401, error: 'Unauthorized', message: 'who are you' })
})

test('an error of validate keeps its status', async (t) => {
  const tooMany = Object.assign(new Error('slow down'), { statusCode: 429 })
  const app = guarded({ authenticate: true, validate: async () => Promise.reject(tooMany) })
  const answer = await ask(await serving(t, app), encoded('ada:any'))
  assert.equal(answer.status, 429)
  assert.equal(answer.headers.get('www-authenticate'), null)
})

test('right credentials in UTF-8 with a colon in the password are accepted', async (t) => {
  const answer = await ask(await serving(t, guarded()), encoded('ada:löve:lace'))
  assert.equal(answer.status, 200)
  assert.equal(await answer.text(), 'in')
})

test('a validate function can call back, and has the app as this', async (t) => {
  const app = createApp()
  app.decorate('password', 'secret')
  app.register(basicAuth, {
    validate(_user, password, _request, _reply, done) {
      done(password === this.getDecorator('password') ? undefined : new Error('wrong'))
    }
  })
  app.after(() => app.get('/', { onRequest: app.basicAuth }, async () => 'in'))
  const origin = await serving(t, app)
  assert.equal((await ask(origin, encoded('any:wrong'))).status, 401)
  assert.equal((await ask(origin, encoded('any:secret'))).status, 200)
})

test('the error handler of the app sets the response of a 401', async (t) => {
  const app = guarded()
  app.setErrorHandler(async (error: FastifyError, _request, reply) => {
    return reply.code(error.statusCode === 401 ? 403 : 500).send('refused')
  })
  const answer = await fetch(await serving(t, app))
  assert.equal(answer.status, 403)
  assert.equal(await answer.text(), 'refused')
})

test('a hook in a child plugin guards only the child and its 404', async (t) => {
  const app = createApp()
  app.register(
    async (child) => {
      await child.register(basicAuth, { validate })
      child.addHook('onRequest', child.basicAuth)
      child.setNotFoundHandler(async (_request, reply) => reply.code(404).send('nothing here'))
      child.get('/', async () => 'guarded')
    },
    { prefix: '/guarded' }
  )
  app.get('/open', async () => 'open')
  const origin = await serving(t, app)
  assert.equal((await fetch(`${origin}/guarded`)).status, 401)
  assert.equal((await fetch(`${origin}/guarded/nowhere`)).status, 401)
  assert.equal((await fetch(`${origin}/open`)).status, 200)
  assert.equal((await fetch(`${origin}/nowhere`)).status, 404)
})
