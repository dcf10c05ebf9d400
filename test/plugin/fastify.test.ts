import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import cookie from '@fastify/cookie'
import jwt from '@fastify/jwt'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import files from '@fastify/static'
import swagger from '@fastify/swagger'
import websocket from '@fastify/websocket'
import { type App, espalier, guard, plugin, Type } from 'espalier'
import { adopt, routeOptions } from 'espalier/fastify'
import { WebSocket } from 'ws'
import { closeOf } from '../until.ts'

const secret = 'a secret that signs'

const has = (app: App, kind: 'app' | 'request' | 'reply', name: string): boolean =>
  kind === 'app'
    ? app.hasDecorator(name)
    : kind === 'request'
      ? app.hasRequestDecorator(name)
      : app.hasReplyDecorator(name)

test('@fastify/cookie works in the context that adopts it, and not in siblings', async () => {
  const app = espalier()
  const cookies = adopt(cookie, { request: ['cookies'], reply: ['setCookie'] })
  app.register(async (child) => {
    await child.register(cookies, { secret })
    assert.ok(has(child, 'request', 'cookies'))
    child.register(async (grandchild) => assert.ok(has(grandchild, 'request', 'cookies')))
  })
  app.register(async (sibling) => {
    assert.equal(has(sibling, 'request', 'cookies'), false)
    sibling.get('/bare', (request) => ({ has: 'cookies' in request }))
  })
  app.register(async (other) => {
    const open = await other.register(cookies)
    open.get('/', (request, reply) => reply.setCookie('seen', 'yes').send({ name: request.cookies.name }))
  })

  const answer = await app.inject({ url: '/', headers: { cookie: 'name=Ada' } })
  assert.deepEqual(answer.json(), { name: 'Ada' })
  assert.equal(answer.headers['set-cookie'], 'seen=yes; SameSite=Lax')
  assert.deepEqual((await app.inject('/bare')).json(), { has: false })
  assert.equal(has(app, 'request', 'cookies'), false)
})

test('@fastify/jwt works in the context that adopts it, and not outside', async () => {
  const app = espalier()
  const tokens = adopt(jwt, { app: ['jwt'], request: ['jwtVerify', 'user'], reply: ['jwtSign'] })
  app.register(async (child) => {
    const open = await child.register(tokens, { secret })
    open.get('/token', (_request, reply) => reply.jwtSign({ name: 'Ada' }))
    open.get('/me', { onRequest: async (request) => void (await request.jwtVerify()) }, (request) => request.user)
  })
  app.get('/outside', (request) => ({ has: 'jwtVerify' in request }))

  const { body: token } = await app.inject('/token')
  const { name } = (await app.inject({ url: '/me', headers: { authorization: `Bearer ${token}` } })).json() as {
    name: string
  }
  assert.equal(name, 'Ada')
  assert.equal((await app.inject('/me')).statusCode, 401)
  assert.deepEqual((await app.inject('/outside')).json(), { has: false })
})

test('@fastify/multipart reads an upload by its adopted request methods', async () => {
  const app = espalier()
  app.register(async (child) => {
    const open = await child.register(adopt(multipart, { request: ['file', 'isMultipart'] }))
    open.post('/', async (request) => {
      const file = await request.file()
      return { is: request.isMultipart(), name: file?.filename, text: String(await file?.toBuffer()) }
    })
  })
  const form = new FormData()
  form.set('a', new File(['hello'], 'a.txt'))
  const payload = new Response(form)
  const headers = { 'content-type': payload.headers.get('content-type') ?? '' }
  const answer = await app.inject({
    method: 'POST',
    url: '/',
    headers,
    payload: Buffer.from(await payload.arrayBuffer())
  })
  assert.deepEqual(answer.json(), { is: true, name: 'a.txt', text: 'hello' })
  assert.equal(has(app, 'request', 'file'), false)
})

test('@fastify/rate-limit limits only its routes, by hook or by config', async () => {
  const app = espalier()
  app.register(async (child) => {
    const open = await child.register(adopt(rateLimit, { app: ['rateLimit'] }), { global: false })
    open.get('/limited', { preHandler: open.rateLimit({ max: 1 }) }, () => 'ok')
    open.get('/by-config', { ...routeOptions({ config: { rateLimit: { max: 1 } } }), handler: () => 'ok' })
    open.get('/free', () => 'ok')
  })
  const statuses = async (url: string) => [(await app.inject(url)).statusCode, (await app.inject(url)).statusCode]
  assert.deepEqual(await statuses('/limited'), [200, 429])
  assert.deepEqual(await statuses('/by-config'), [200, 429])
  assert.deepEqual(await statuses('/free'), [200, 200])
  assert.equal(has(app, 'app', 'rateLimit'), false)
})

test('@fastify/swagger lists only routes of the context that adopts it', async () => {
  const app = espalier()
  let paths: string[] = []
  app.register(async (child) => {
    const open = await child.register(adopt(swagger, { app: ['swagger'] }), {
      openapi: { info: { title: 'Books', version: '1' } }
    })
    open.get('/books', () => null)
    open.addHook('onReady', async function () {
      paths = Object.keys(this.swagger().paths ?? {})
    })
  })
  app.get('/outside', () => null)
  await app.ready()
  assert.deepEqual(paths, ['/books'])
  assert.equal(has(app, 'app', 'swagger'), false)
})

test('@fastify/static sends a file by its adopted reply method', async () => {
  const app = espalier()
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  app.register(async (child) => {
    const open = await child.register(adopt(files, { sends: ['sendFile'] }), { root, serve: false })
    open.get('/licence', (_request, reply) => reply.sendFile('LICENSE'))
  })
  assert.match((await app.inject('/licence')).body, /MIT License/)
  assert.equal(has(app, 'reply', 'sendFile'), false)
})

test('wsHandler of @fastify/websocket gets the request of the handler, and guards reject the upgrade', async () => {
  const app = espalier()
  const requireRole = guard(async ({ role }: { role: string }, reply) =>
    role === 'none' ? reply.code(403).send({ message: 'For members.' }) : { member: { role } }
  )
  app.register(
    async (child) => {
      const adopted = adopt(websocket, { app: ['websocketServer'], request: ['ws'], route: ['wsHandler'] })
      const taking = await child.register(adopted)
      const open = taking
        .decorate('count', () => taking.websocketServer.clients.size)
        .derive('onRequest', async ({ headers }) => ({ role: headers.from ?? 'none' }))
      open.get('/:room', {
        schema: { querystring: { since: Type.Integer() } },
        onRequest: [requireRole],
        handler: (request) => ({ ws: request.ws }),
        wsHandler(socket, { ws, member, params, query }) {
          socket.send(JSON.stringify([ws, member.role, params.org, params.room, query.since, this.count()]))
        }
      })
    },
    { prefix: '/orgs/:org', params: { org: Type.Integer() } }
  )
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const connect = (path: string, from?: string) =>
    new WebSocket(`${origin.replace('http', 'ws')}${path}`, from === undefined ? {} : { headers: { from } })
  try {
    for (const [path, from, status] of [
      ['/orgs/7/blue?since=3', undefined, 403],
      ['/orgs/acme/blue?since=3', 'ada', 400],
      ['/orgs/7/blue', 'ada', 400]
    ] as const) {
      const [, answer] = await once(connect(path, from), 'unexpected-response')
      assert.equal(answer.statusCode, status, path)
      answer.destroy()
    }
    const url = `${origin}/orgs/7/blue?since=3`
    assert.deepEqual(await (await fetch(url, { headers: { from: 'ada' } })).json(), { ws: false })
    const socket = connect('/orgs/7/blue?since=3', 'ada')
    const [message] = await once(socket, 'message')
    assert.deepEqual(JSON.parse(String(message)), [true, 'ada', 7, 'blue', 3, 1])
    socket.close()
    await closeOf(socket)
    assert.equal(has(app, 'app', 'websocketServer'), false)
  } finally {
    await app.close()
  }
})

test('the boot fails for an adopted decorator that the plugin does not declare with its options', async () => {
  const app = espalier()
  app.register(adopt(files, { sends: ['sendFile'] }), { root: '/', serve: false, decorateReply: false })
  await assert.rejects(async () => app.ready(), {
    code: 'ESP_ERR_ADOPTED_DECORATOR_MISSING',
    message:
      "The adopted plugin '@fastify/static' has not declared reply.sendFile. Check the plugin's options, or leave the name out of adopt()."
  })
})

test('the error of a missing adopted request decorator names request', async () => {
  const app = espalier()
  app.register(adopt(jwt, { app: ['jwt'], request: ['user'] }), { secret, decoratorName: 'caller' })
  await assert.rejects(async () => app.ready(), { message: /'@fastify\/jwt' has not declared request\.user/ })
})

test('an error of an adopted plugin rejects the boot', async () => {
  const app = espalier()
  app.register(adopt(jwt), {} as { secret: string })
  await assert.rejects(async () => app.ready(), { message: 'missing secret' })
})

test('adopt takes a module by its default export, and throws for other values', async () => {
  const app = espalier()
  const namespace = await import('@fastify/cookie')
  const compiled = { __esModule: true, default: jwt }
  const open = await app
    .register(adopt(namespace, { request: ['cookies'] }))
    .register(adopt(compiled, { app: ['jwt'] }), { secret })
  open.get('/', ({ cookies: { a } }) => open.jwt.verify<{ iat: number }>(open.jwt.sign({ name: `${a}` })))
  assert.match((await open.inject({ url: '/', headers: { cookie: 'a=b' } })).body, /"name":"b"/)
  for (const [given, shown] of [
    [undefined, /undefined\. Its module has no export of that name/],
    [{ default: { default: jwt } }, /\[Object\]/],
    ['@fastify/jwt', /'@fastify\/jwt'/]
  ] as const)
    assert.throws(() => adopt(given as never), {
      code: 'ESP_ERR_ARGUMENT_INVALID',
      message: new RegExp(`^The argument of adopt\\(\\) must be a plugin, not .*${shown.source}`)
    })
})

test('adopt shares the context of a plugin that is encapsulated', async () => {
  const app = espalier()
  const plain = async (instance: { decorate(name: string, value: unknown): unknown }) => {
    instance.decorate('parseCookie', () => 'own')
  }
  const withDefault = Object.assign(plain, { default: plain })
  const open = await app.register(adopt(withDefault, { app: ['parseCookie'] }))
  assert.equal(open.parseCookie('a=b'), 'own')
})

test('a plugin that needs an adopted one loads after it, and rejects without it', async () => {
  const tokens = adopt(jwt, { name: 'tokens', app: ['jwt'] })
  const profile = plugin({ name: 'profile', needs: [tokens], setup: (app) => void app.jwt.sign({ name: 'Ada' }) })
  await espalier().register(tokens, { secret }).register(profile).ready()

  const app: { register(plugin: unknown): unknown; ready(): Promise<unknown> } = espalier()
  app.register(profile)
  await assert.rejects(async () => app.ready(), { code: 'FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED' })
})

test('an adopted plugin with needs loads after the adopted plugins that it needs', async () => {
  const cookies = adopt(cookie, { request: ['cookies'] })
  const tokens = adopt(jwt, { needs: [cookies], reply: ['jwtSign'] })
  const app = await espalier().register(cookies).register(tokens, { secret })
  assert.ok(has(app, 'reply', 'jwtSign'))
})
