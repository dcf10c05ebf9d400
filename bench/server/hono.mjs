// Hono has no serializer and brings validators as middleware; here Ajv is called in the handler.
import { serve as listen } from '@hono/node-server'
import { Hono } from 'hono'
import { list, small, toUserAnswer } from '../schema.mjs'
import * as work from '../work.mjs'

export function serve(app, { port = 0 } = {}) {
  const { fetch } = app === 'large' ? createLarge() : createSmall()
  return new Promise((resolve) => {
    const server = listen({ fetch, port, hostname: '127.0.0.1' }, (address) => resolve(address.port))
    server.keepAliveTimeout = 72_000
  })
}

export async function createInject() {
  const app = createSmall()
  return async (path) => (await app.request(path)).text()
}

function create() {
  const app = new Hono()
  app.notFound((c) => c.json(work.notFound(c.req.method, c.req.path), 404))
  return app
}

function createSmall() {
  const app = create()
  app.get('/small', (c) => c.json(small))
  app.get('/typed', (c) => c.json(small))
  app.get('/list', (c) => c.json(list))
  app.get('/items/:id', (c) => {
    const params = c.req.param()
    const query = c.req.query()
    if (!work.validateParams(params)) return c.json(work.invalid('params', work.validateParams.errors), 400)
    if (!work.validateQuery(query)) return c.json(work.invalid('querystring', work.validateQuery.errors), 400)
    return c.json({ id: params.id, page: query.page, limit: query.limit, active: query.active })
  })
  app.post('/users', async (c) => {
    const body = await c.req.json()
    if (!work.validateUser(body)) return c.json(work.invalid('body', work.validateUser.errors), 400)
    return c.json(toUserAnswer(body), 201)
  })
  app.post('/bulk', async (c) => c.json({ items: (await c.req.json()).items.length }))
  return app
}

function createLarge() {
  const app = create()
  app.use(async (c, next) => {
    c.set('request', {})
    work.countFirst(c.get('request'))
    await next()
  })
  app.use(async (c, next) => {
    await work.authenticate(c.get('request'))
    await next()
  })
  app.use(async (c, next) => {
    work.countLast(c.get('request'))
    await next()
  })
  for (const { prefix, routes } of work.plugins) {
    const child = new Hono()
    for (const { path, number } of routes) {
      child.get(path, (c) => {
        const { user, seen } = c.get('request')
        return c.json({ route: number, user, seen })
      })
    }
    app.route(prefix, child)
  }
  return app
}
