import assert from 'node:assert/strict'
import { test } from 'node:test'
import cookie from '@fastify/cookie'
import { endpoint, espalier, guard, Type } from 'espalier'
import { adopt } from 'espalier/fastify'
import { testClient } from '../../src/index.ts'

interface User {
  name: string
}

const login = endpoint('POST /session', { body: Type.Object({ name: Type.String() }), response: { 204: Type.Null() } })
const me = endpoint('GET /me', { response: { 200: Type.Object({ name: Type.String() }), 401: Type.Null() } })

const requireUser = guard((request, reply) => {
  const { name = request.headers.authorization } = Object.fromEntries(
    (request.headers.cookie ?? '').split('; ').map((pair) => pair.split('='))
  ) as { name?: string }
  return name === undefined ? reply.code(401).send(null) : { user: { name: decodeURIComponent(name) } }
})

function createApp() {
  const app = espalier().register(adopt(cookie, { reply: ['setCookie', 'clearCookie'] }))
  app.register(async (context) => {
    context.route(login, ({ body }, reply) => reply.setCookie('name', body.name, { path: '/' }).code(204).send(null))
    context.route(me, { preHandler: [requireUser] }, ({ user }) => user)
    context.delete('/session', (_request, reply) => reply.clearCookie('name', { path: '/' }).code(204).send())
    context.get('/echo', (request) => request.headers)
  })
  return app
}

test('as() logs in through routes of the app, and the guard receives the user', async (t) => {
  const app = createApp()
  t.after(() => app.close())
  const client = testClient(app, {
    login: (visitor, user: User) => visitor.inject(login, { body: user }).expect(204)
  })
  const [ada, eve] = await Promise.all([client.as({ name: 'Ada Lovelace; a=b' }), client.as({ name: 'Eve' })])
  const body: { name: string } = await ada.inject(me).expect(200)
  assert.equal(body.name, 'Ada Lovelace; a=b')
  assert.equal((await eve.inject(me)).statusCode, 200)
  assert.equal((await client.inject(me)).statusCode, 401)
  await ada.inject({ method: 'DELETE', url: '/session' })
  assert.deepEqual([ada.cookies(), (await ada.inject('/me')).statusCode], [{}, 401])
  assert.equal((await eve.inject(me)).statusCode, 200)
  // @ts-expect-error: a user has a name.
  await assert.rejects(client.as({ nick: 'Ada' }))
  // @ts-expect-error: the endpoint needs its body.
  const wrong = () => client.inject(login, {})
  assert.equal(typeof wrong, 'function')
})

test('a login header is sent with every later call', async (t) => {
  const app = createApp()
  t.after(() => app.close())
  const client = testClient(app, {
    login: async (visitor, user: User) => {
      visitor.headers.authorization = user.name
    }
  })
  const ada = await client.as({ name: 'Ada' })
  assert.equal((await ada.inject(me).expect(200)).name, 'Ada')
  assert.equal((await client.inject(me)).statusCode, 401)
})

test('headers of a call override those of its client', async (t) => {
  const app = createApp()
  t.after(() => app.close())
  const client = testClient(app, { headers: { 'x-team': 'a', accept: 'text/plain' } })
  await client.inject(login, { body: { name: 'Ada' } })
  const { headers, cookies } = { headers: { accept: '*/*', cookie: 'own=1' }, cookies: { name: 'x y', more: '2' } }
  const seen = (await client.inject({ url: '/echo?a=1', headers, cookies })).json<Record<string, string>>()
  assert.deepEqual([seen['x-team'], seen.accept, seen.cookie], ['a', '*/*', 'own=1; name=x%20y; more=2'])
})

test('as() without the option login rejects', async (t) => {
  const app = createApp()
  t.after(() => app.close())
  // @ts-expect-error: there are no users without a login.
  await assert.rejects(testClient(app).as({ name: 'Ada' }), /as\(\) needs the option login/)
})
