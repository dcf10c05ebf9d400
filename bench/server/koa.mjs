// Koa with its router and body parser; Ajv is called in the handler, and the framework serializes.
import Router from '@koa/router'
import Koa from 'koa'
import bodyParser from 'koa-bodyparser'
import { list, small, toUserAnswer } from '../schema.mjs'
import * as work from '../work.mjs'

export function serve(app, { port = 0 } = {}) {
  const koa = app === 'large' ? createLarge() : createSmall()
  return new Promise((resolve) => {
    const server = koa.listen(port, '127.0.0.1', () => resolve(server.address().port))
    server.keepAliveTimeout = 72_000
  })
}

function answer(ctx, status, body) {
  ctx.status = status
  ctx.body = body
}

function mount(koa, router) {
  koa.use(router.routes())
  koa.use((ctx) => answer(ctx, 404, work.notFound(ctx.method, ctx.path)))
  return koa
}

function createSmall() {
  const router = new Router()
  const parse = bodyParser({ enableTypes: ['json'], jsonLimit: '1mb' })
  router.get('/small', (ctx) => answer(ctx, 200, small))
  router.get('/typed', (ctx) => answer(ctx, 200, small))
  router.get('/list', (ctx) => answer(ctx, 200, list))
  router.get('/items/:id', (ctx) => {
    const { params } = ctx
    const query = { ...ctx.query }
    if (!work.validateParams(params)) return answer(ctx, 400, work.invalid('params', work.validateParams.errors))
    if (!work.validateQuery(query)) return answer(ctx, 400, work.invalid('querystring', work.validateQuery.errors))
    answer(ctx, 200, { id: params.id, page: query.page, limit: query.limit, active: query.active })
  })
  router.post('/users', parse, (ctx) => {
    const { body } = ctx.request
    if (!work.validateUser(body)) return answer(ctx, 400, work.invalid('body', work.validateUser.errors))
    answer(ctx, 201, toUserAnswer(body))
  })
  router.post('/bulk', parse, (ctx) => answer(ctx, 200, { items: ctx.request.body.items.length }))
  return mount(new Koa(), router)
}

function createLarge() {
  const koa = new Koa()
  koa.use((ctx, next) => {
    work.countFirst(ctx.state)
    return next()
  })
  koa.use(async (ctx, next) => {
    await work.authenticate(ctx.state)
    return next()
  })
  koa.use((ctx, next) => {
    work.countLast(ctx.state)
    return next()
  })
  const root = new Router()
  for (const { prefix, routes } of work.plugins) {
    const child = new Router({ prefix })
    for (const { path, number } of routes) {
      child.get(path, (ctx) => answer(ctx, 200, { route: number, user: ctx.state.user, seen: ctx.state.seen }))
    }
    root.use(child.routes())
  }
  return mount(koa, root)
}
