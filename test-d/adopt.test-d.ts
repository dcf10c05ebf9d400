// Plugins made for Fastify: what they declare is there where they are adopted, and nowhere else.
import { createReadStream } from 'node:fs'
import cookie from '@fastify/cookie'
import jwt from '@fastify/jwt'
import multipart, { type MultipartFile } from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import files from '@fastify/static'
import swagger from '@fastify/swagger'
import websocket from '@fastify/websocket'
import { endpoint, espalier, guard, plugin, Type } from 'espalier'
import { adopt, type PluginRouteOptions, routeOptions } from 'espalier/fastify'
import { expectType } from 'tsd'
import type { WebSocket } from 'ws'

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: { name: string }
    user: { name: string }
  }
}

const cookies = adopt(cookie, { request: ['cookies'], reply: ['setCookie', 'clearCookie'], app: ['parseCookie'] })
const tokens = adopt(jwt, {
  name: 'jwt',
  app: ['jwt'],
  request: ['jwtVerify', 'user'],
  reply: ['jwtSign']
})
const uploads = adopt(multipart, { request: ['file', 'isMultipart'], app: ['multipartErrors'] })
const limits = adopt(rateLimit, { app: ['rateLimit', 'createRateLimit'] })
const documents = adopt(swagger, { app: ['swagger'] })
const assets = adopt(files, { sends: ['sendFile', 'download'] })
const sockets = adopt(websocket, { app: ['websocketServer', 'injectWS'], request: ['ws'] })

const root = espalier()

// Nothing is there before it is adopted, though every one of these modules is imported.
root.get('/', function (request, reply) {
  // @ts-expect-error not adopted
  request.cookies
  // @ts-expect-error not adopted
  request.jwtVerify
  // @ts-expect-error not adopted
  request.user
  // @ts-expect-error not adopted
  request.file
  // @ts-expect-error not adopted
  request.ws
  // @ts-expect-error not adopted
  reply.setCookie
  // @ts-expect-error not adopted
  reply.sendFile
  // @ts-expect-error not adopted
  this.jwt
  // @ts-expect-error not adopted
  this.rateLimit
  // @ts-expect-error not adopted
  this.swagger
  // @ts-expect-error not adopted
  this.websocketServer
  return null
})

// Cookie: options as the plugin says, decorators by name, methods that go on with our reply.
root.register(async (child) => {
  // @ts-expect-error the secret is no number
  child.register(cookies, { secret: 1 })
  const app = await child.register(cookies, { secret: 'a secret' })
  expectType<{ [name: string]: string }>(app.parseCookie('a=b'))
  app.get('/', { schema: { response: { 201: Type.Object({ ok: Type.Boolean() }) } } }, (request, reply) => {
    expectType<string | undefined>(request.cookies.name)
    // @ts-expect-error not among the adopted names
    request.unsignCookie
    // @ts-expect-error the payload has another type
    reply.code(201).setCookie('a', 'b').send({ ok: 'yes' })
    // @ts-expect-error a cookie's value is a text
    reply.setCookie('a', 1)
    return reply.code(201).setCookie('a', 'b', { path: '/' }).clearCookie('c').send({ ok: true })
  })
  app.addHook('onRequest', async (request) => {
    expectType<string | undefined>(request.cookies.name)
  })
})

// JWT: visible in the context and below, not beside it.
const guarded = root.register(async (child) => {
  // @ts-expect-error the options are required
  child.register(tokens)
  // @ts-expect-error no such option
  child.register(tokens, { secret: 'x', colour: 'red' })
  const app = await child.register(tokens, { secret: 'x' })
  expectType<string>(app.jwt.sign({ name: 'Ada' }))
  app.addHook('onRequest', async (request) => {
    expectType<{ name: string }>(request.user)
    await request.jwtVerify()
  })
  app.register(async (grandchild) => {
    grandchild.get('/me', async (request, reply) => {
      expectType<string>(await reply.jwtSign({ name: request.user.name }))
      return request.user.name
    })
  })
})
guarded.register(async (sibling) => {
  sibling.get('/', (request) => {
    // @ts-expect-error a sibling adopted it
    request.jwtVerify
    return null
  })
})

// A plugin can need an adopted one, by its name.
const profile = plugin({
  name: 'profile',
  needs: [tokens],
  setup: (app) => app.get('/profile', async (request) => request.user.name)
})
root.register(tokens, { secret: 'x' }).register(profile)
// @ts-expect-error this context lacks app.jwt (register the plugin "jwt" first)
root.register(profile)
// An adopted plugin can need others.
const sessions = adopt(jwt, { name: 'sessions', needs: [cookies], reply: ['jwtSign'] })
root.register(cookies).register(sessions, { secret: 'x', cookie: { cookieName: 'token', signed: false } })
// @ts-expect-error this context lacks app.parseCookie
root.register(sessions, { secret: 'x' })
// @ts-expect-error 'jwt' is already decorated in this context
root.register(tokens, { secret: 'x' }).register(tokens, { secret: 'x' })

// Multipart.
root.register(async (child) => {
  const app = await child.register(uploads, { limits: { files: 1 } })
  // @ts-expect-error the limit is a number
  child.register(uploads, { limits: { files: 'one' } })
  app.post('/', async (request) => {
    expectType<boolean>(request.isMultipart())
    expectType<MultipartFile | undefined>(await request.file())
    // @ts-expect-error not among the adopted names
    request.saveRequestFiles
    return null
  })
})

// Rate limit: a method that makes a hook makes one for our routes.
root.register(async (child) => {
  const app = await child.register(limits, { max: 10, timeWindow: '1 minute' })
  // @ts-expect-error no such option
  child.register(limits, { maximum: 10 })
  const check = app.createRateLimit({ max: 1 })
  app.get('/', { preHandler: app.rateLimit({ max: 1 }) }, async (request) => {
    const limit = await check(request)
    expectType<string>(limit.key)
    return limit.isAllowed ? null : limit.remaining
  })
  app.addHook('onRequest', app.rateLimit({ max: 100 }))
  // @ts-expect-error the limit is a number
  app.rateLimit({ max: 'one' })
})

// Swagger.
root.register(async (child) => {
  const app = await child.register(documents, { openapi: { info: { title: 'Books', version: '1' } } })
  expectType<string>(app.swagger({ yaml: true }))
  // @ts-expect-error no such member of the document
  app.swagger().colour
  // @ts-expect-error not among the adopted names
  app.swaggerCSP
})

// A cookie is set on a reply that is still to be sent.
root.register(async (child) => {
  const app = await child.register(cookies, { secret: 'a secret' })
  const schema = { response: { 200: Type.Object({ ok: Type.Boolean() }), 201: Type.Object({ ok: Type.Boolean() }) } }
  app.get('/kept', { schema }, (_request, reply) => {
    reply.setCookie('a', 'b')
    return reply.setCookie('a', 'b').clearCookie('c').send({ ok: true })
  })
  app.get('/later', { schema }, (_request, reply) => {
    reply.setCookie('a', 'b')
    return reply
  })
  // @ts-expect-error this handler returns a reply that was not sent: return what its send() returns
  app.get('/alone', { schema }, (_request, reply) => reply.setCookie('a', 'b'))
  // @ts-expect-error this handler returns a reply that was not sent: return what its send() returns
  app.get('/async', { schema }, async (_request, reply) => reply.clearCookie('a'))
  // @ts-expect-error this handler returns a reply that was not sent: return what its send() returns
  app.get('/coded', { schema }, (_request, reply) => reply.code(201).setCookie('a', 'b'))
  app.addHook('onRequest', async (_request, reply) => reply.setCookie('a', 'b').code(401).send({ ok: false }))
})

// Static: what sends a file answers.
root.register(async (child) => {
  const app = await child.register(assets, { root: '/srv', prefix: '/public/' })
  // @ts-expect-error the root is a path
  child.register(assets, { root: 1 })
  app.get('/', { schema: { response: { 200: Type.String() } } }, (_request, reply) => reply.sendFile('index.html'))
  app.get('/logo', (_request, reply) => reply.header('x-a', 1).download('logo.svg', 'logo.svg'))
  app.get('/stream', (_request, reply) => reply.send(createReadStream('/srv/a')))
  // @ts-expect-error the name is a text
  app.get('/wrong', (_request, reply) => reply.sendFile(1))
})

// Websocket.
root.register(async (child) => {
  const app = await child.register(sockets, { options: { maxPayload: 1024 } })
  // @ts-expect-error the payload's limit is a number
  child.register(sockets, { options: { maxPayload: 'much' } })
  expectType<number | undefined>(app.websocketServer.options.maxPayload)
  app.get('/', (request) => request.ws)
  // @ts-expect-error this context takes no sockets: register adopt(websocket, { route: ['wsHandler'] }) first
  app.get('/chat', { wsHandler: (socket) => socket, handler: () => 'over http' })
})
// @ts-expect-error this context takes no sockets: register adopt(websocket, { route: ['wsHandler'] }) first
root.get('/chat', { wsHandler: () => {}, handler: () => 'over http' })

// A function that takes sockets has the request of its route: what the context declares, derives and is promised, the guards
// of the route, and the schemas.
const requireMember = guard(async ({ tenant }: { tenant: string }, reply) =>
  tenant === '' ? reply.code(403).send() : { member: { name: 'Ada' } }
)
const chat = plugin({
  name: 'chat',
  needs: [adopt(websocket, { name: 'sockets', route: ['wsHandler'], request: ['ws'] })],
  params: { org: Type.Integer() },
  setup: (context) => {
    const app = context
      .decorate('shout', (text: string) => text.toUpperCase())
      .derive('onRequest', async () => ({ tenant: 'acme' }))
    app.route({
      method: 'GET',
      url: '/:room',
      schema: { querystring: { since: Type.Optional(Type.Integer()) } },
      onRequest: [requireMember],
      handler: () => 'over http',
      wsHandler(socket, request) {
        expectType<WebSocket>(socket)
        expectType<string>(request.tenant)
        expectType<string>(request.member.name)
        expectType<boolean>(request.ws)
        expectType<string>(request.params.room)
        expectType<number>(request.params.org)
        expectType<number | undefined>(request.query.since)
        expectType<string>(this.shout(request.server.shout('a')))
        // @ts-expect-error no such member
        socket.shout('hello')
        // @ts-expect-error no guard of this route promises it
        request.staff
        // @ts-expect-error the path has no such parameter
        request.params.id
      }
    })
    app.get('/quiet', { handler: () => 'over http', wsHandler: async (socket, { tenant }) => socket.send(tenant) })
    app.get('/lobby', { wsHandler: (socket, { tenant }) => socket.close(1000, tenant) }, ({ tenant }) => tenant)
    app.get('/guarded', {
      handler: () => 'over http',
      onRequest: requireMember,
      wsHandler: (socket, { member }) => socket.send(member.name)
    })
    // @ts-expect-error no guard of this route promises a member
    app.get('/open', { handler: () => 'over http', wsHandler: (socket, { member }) => socket.send(member.name) })
    // @ts-expect-error a socket is no number
    app.get('/wrong', { handler: () => 'over http', wsHandler: (socket: number) => socket })
    app.route(endpoint('GET /here'), { wsHandler: (socket, { tenant }) => socket.send(tenant) }, () => 'over http')
    app.register(async (below) => {
      below.get('/below', { handler: () => 'over http', wsHandler: (socket, { tenant }) => socket.send(tenant) })
    })
  }
})
expectType<'chat'>(chat[' plugin'].name)

// Options of routes that plugins add.
root.get('/linked', routeOptions({ links: {} }), (request) => request.url)
root.get('/linked/spread', { ...routeOptions({ links: {} }) }, (request) => request.url)
// @ts-expect-error the handler would be called with a socket, for which it has no types: say wsHandler
routeOptions({ websocket: true })
// @ts-expect-error a route has it, where its context adopted the plugin with `route: ['wsHandler']`
routeOptions({ wsHandler: () => {} })
root.get('/limited', {
  ...routeOptions({ config: { rateLimit: { max: 1 } } }),
  handler: (request) => request.routeOptions.config.rateLimit.max
})
// @ts-expect-error the limit is a number
routeOptions({ config: { rateLimit: { max: 'one' } } })
// @ts-expect-error a route's own options are none of a plugin
routeOptions({ bodyLimit: 1 })
// @ts-expect-error no plugin adds it
routeOptions({ websockets: true })
declare const option: keyof PluginRouteOptions
expectType<'config' | 'links'>(option)

// A module with the plugin as its default export, and its options.
const compiled = { default: rateLimit }
root.register(adopt(compiled, { app: ['rateLimit'] }), { max: 5 })
// @ts-expect-error an option of the plugin is misspelt
root.register(adopt(compiled), { maxx: 5 })
// @ts-expect-error its default export is no plugin
adopt({ default: 'no plugin' })
// @ts-expect-error a promise of a module is awaited first
adopt(import('@fastify/jwt'))

// Names that the plugin has not declared, and names of the framework.
// @ts-expect-error no plugin declares it
adopt(cookie, { request: ['cookie'] })
// @ts-expect-error every request has an id
adopt(cookie, { request: ['id'] })
// @ts-expect-error no plugin adds it to routes
adopt(websocket, { route: ['websocket'] })
// @ts-expect-error it is a decorator of replies
adopt(cookie, { app: ['setCookie'] })
