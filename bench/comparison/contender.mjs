// The frameworks of docs/comparison.md, each with the packages that its own guide names for a route with schemas, and three programs:
// `toApp(reply)` serves a greeting at `path`, with schemas of the name and of the reply, and fails at `failing`; `undeclared` reads a member that
// nothing provides in its place. Names of more than 12 characters are refused. The port is in the environment.
const name = 'Ada'
const port = 'Number(process.env.PORT)'
const shared = { path: '/hello/Ada', refused: '/hello/Ada-Augusta-King', failing: '/fail', word: `Hello, ${name}!` }

const espalier = {
  id: 'espalier',
  title: 'espalier',
  package: 'espalier',
  packages: [],
  ...shared,
  toApp: (reply) => `import { espalier, Type } from 'espalier'
const app = espalier()
app.get(
  '/hello/:name',
  { schema: { params: { name: Type.String({ maxLength: 12 }) }, response: { 200: { greeting: Type.String() } } } },
  ({ params: { name } }) => (${reply})
)
app.get('/fail', () => { throw new Error('secret') })
await app.listen({ port: ${port}, host: '127.0.0.1' })
`,
  undeclared: `import { espalier } from 'espalier'
const app = espalier()
app.register(async (plugin) => {
  plugin.decorateRequest('member', 'Ada').get('/me', (request) => request.member.toUpperCase())
})
app.get('/hello/Ada', (request) => request.member.toUpperCase())
await app.listen({ port: ${port}, host: '127.0.0.1' })
`
}

const fastify = {
  id: 'fastify',
  title: 'Fastify',
  package: 'fastify',
  packages: ['fastify', '@fastify/type-provider-typebox', 'typebox'],
  ...shared,
  toApp: (reply) => `import { type TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify } from 'fastify'
import { Type } from 'typebox'
const app = fastify().withTypeProvider<TypeBoxTypeProvider>()
app.get(
  '/hello/:name',
  { schema: { params: Type.Object({ name: Type.String({ maxLength: 12 }) }), response: { 200: Type.Object({ greeting: Type.String() }) } } },
  async ({ params: { name } }) => (${reply})
)
app.get('/fail', async () => { throw new Error('secret') })
await app.listen({ port: ${port}, host: '127.0.0.1' })
`,
  undeclared: `import { fastify } from 'fastify'
declare module 'fastify' {
  interface FastifyRequest { member: string }
}
const app = fastify()
app.register(async (plugin) => {
  plugin.decorateRequest('member', 'Ada')
  plugin.get('/me', async (request) => request.member.toUpperCase())
})
app.get('/hello/Ada', async (request) => request.member.toUpperCase())
await app.listen({ port: ${port}, host: '127.0.0.1' })
`
}

const hono = {
  id: 'hono',
  title: 'Hono',
  package: 'hono',
  packages: ['hono', '@hono/node-server', '@hono/zod-openapi', 'zod'],
  ...shared,
  toApp: (reply) => `import { serve } from '@hono/node-server'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
const hello = createRoute({
  method: 'get',
  path: '/hello/{name}',
  request: { params: z.object({ name: z.string().max(12) }) },
  responses: { 200: { description: 'A greeting', content: { 'application/json': { schema: z.object({ greeting: z.string() }) } } } }
})
const app = new OpenAPIHono()
app.openapi(hello, (c) => {
  const { name } = c.req.valid('param')
  return c.json(${reply}, 200)
})
app.get('/fail', () => { throw new Error('secret') })
serve({ fetch: app.fetch, port: ${port}, hostname: '127.0.0.1' })
`,
  undeclared: `import { serve } from '@hono/node-server'
import { Hono } from 'hono'
type Env = { Variables: { member: string } }
const members = new Hono<Env>()
members.use(async (c, next) => {
  c.set('member', 'Ada')
  await next()
})
const app = new Hono<Env>()
app.route('/members', members)
app.get('/hello/Ada', (c) => c.text(c.var.member.toUpperCase()))
serve({ fetch: app.fetch, port: ${port}, hostname: '127.0.0.1' })
`
}

const elysia = {
  id: 'elysia',
  title: 'Elysia',
  package: 'elysia',
  packages: ['elysia', '@elysiajs/node'],
  ...shared,
  toApp: (reply) => `import { node } from '@elysiajs/node'
import { Elysia, t } from 'elysia'
new Elysia({ adapter: node() })
  .get('/hello/:name', ({ params: { name } }) => (${reply}), {
    params: t.Object({ name: t.String({ maxLength: 12 }) }),
    response: { 200: t.Object({ greeting: t.String() }) }
  })
  .get('/fail', () => { throw new Error('secret') })
  .listen({ port: ${port}, hostname: '127.0.0.1' })
`,
  undeclared: `import { node } from '@elysiajs/node'
import { Elysia } from 'elysia'
const members = new Elysia().derive(() => ({ member: 'Ada' })).get('/me', ({ member }) => member.toUpperCase())
new Elysia({ adapter: node() })
  .use(members)
  .get('/hello/Ada', ({ member }) => member.toUpperCase())
  .listen({ port: ${port}, hostname: '127.0.0.1' })
`
}

const nest = {
  id: 'nest',
  title: 'Nest',
  package: '@nestjs/core',
  packages: ['@nestjs/core', '@nestjs/common', '@nestjs/platform-express', 'reflect-metadata', 'rxjs', 'zod'],
  ...shared,
  toApp: (reply) => `import 'reflect-metadata'
import { Controller, Get, Module, Param, StandardSchemaValidationPipe } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { z } from 'zod'
interface Greeting { greeting: string }
@Controller()
class Hello {
  @Get('/hello/:name')
  hello(@Param('name', { schema: z.string().max(12), pipes: [StandardSchemaValidationPipe] }) name: string): Greeting {
    return ${reply}
  }
  @Get('/fail')
  fail() { throw new Error('secret') }
}
@Module({ controllers: [Hello] })
class App {}
const app = await NestFactory.create(App, { logger: false })
await app.listen(${port}, '127.0.0.1')
`,
  undeclared: `import 'reflect-metadata'
import { Controller, Get, Injectable, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
@Injectable()
class Members { current = 'Ada' }
@Module({ providers: [Members] })
class MembersModule {}
@Controller()
class Hello {
  constructor(private readonly members: Members) {}
  @Get('/hello/Ada')
  hello() { return this.members.current.toUpperCase() }
}
@Module({ imports: [MembersModule], controllers: [Hello] })
class App {}
const app = await NestFactory.create(App, { logger: false, abortOnError: false })
await app.listen(${port}, '127.0.0.1')
`
}

const orpc = {
  id: 'orpc',
  title: 'oRPC',
  package: '@orpc/server',
  packages: ['@orpc/server', '@orpc/openapi', 'zod'],
  ...shared,
  toApp: (reply) => `import { createServer } from 'node:http'
import { OpenAPIHandler } from '@orpc/openapi/node'
import { os } from '@orpc/server'
import { z } from 'zod'
const hello = os
  .route({ method: 'GET', path: '/hello/{name}' })
  .input(z.object({ name: z.string().max(12) }))
  .output(z.object({ greeting: z.string() }))
  .handler(({ input: { name } }) => (${reply}))
const fail = os.route({ method: 'GET', path: '/fail' }).handler(() => { throw new Error('secret') })
const handler = new OpenAPIHandler({ hello, fail })
createServer(async (request, response) => {
  const { matched } = await handler.handle(request, response)
  if (!matched) response.writeHead(404).end()
}).listen(${port}, '127.0.0.1')
`,
  undeclared: `import { os } from '@orpc/server'
const members = os.use(({ next }) => next({ context: { member: 'Ada' } }))
export const me = members.handler(({ context }) => context.member.toUpperCase())
export const hello = os.handler(({ context }) => context.member.toUpperCase())
`
}

const trpc = {
  id: 'trpc',
  title: 'tRPC',
  package: '@trpc/server',
  packages: ['@trpc/server', 'zod'],
  ...shared,
  path: `/hello?input=${encodeURIComponent(JSON.stringify({ name }))}`,
  refused: `/hello?input=${encodeURIComponent(JSON.stringify({ name: 'Ada-Augusta-King' }))}`,
  toApp: (reply) => `import { initTRPC } from '@trpc/server'
import { createHTTPServer } from '@trpc/server/adapters/standalone'
import { z } from 'zod'
const t = initTRPC.create()
const router = t.router({
  hello: t.procedure
    .input(z.object({ name: z.string().max(12) }))
    .output(z.object({ greeting: z.string() }))
    .query(({ input: { name } }) => (${reply})),
  fail: t.procedure.query(() => { throw new Error('secret') })
})
createHTTPServer({ router }).listen(${port}, '127.0.0.1')
`,
  undeclared: `import { initTRPC } from '@trpc/server'
const t = initTRPC.create()
const members = t.procedure.use(({ next }) => next({ ctx: { member: 'Ada' } }))
export const router = t.router({
  me: members.query(({ ctx }) => ctx.member.toUpperCase()),
  hello: t.procedure.query(({ ctx }) => ctx.member.toUpperCase())
})
`
}

export const contenders = [espalier, fastify, hono, elysia, nest, orpc, trpc]
