// Express without its ETag and `X-Powered-By`, which no other server sends; Ajv is called in the handler.
import express from 'express'
import { list, small, toUserAnswer } from '../schema.mjs'
import * as work from '../work.mjs'

export function serve(app, { port = 0 } = {}) {
  const server = app === 'large' ? createLarge() : createSmall()
  server.use((request, response) => response.status(404).json(work.notFound(request.method, request.path)))
  return new Promise((resolve) => {
    const listening = server.listen(port, '127.0.0.1', () => resolve(listening.address().port))
    listening.keepAliveTimeout = 72_000
  })
}

function create() {
  const app = express()
  app.set('etag', false)
  app.set('x-powered-by', false)
  return app
}

function createSmall() {
  const app = create()
  const parse = express.json({ limit: '1mb' })
  app.get('/small', (_request, response) => response.json(small))
  app.get('/typed', (_request, response) => response.json(small))
  app.get('/list', (_request, response) => response.json(list))
  app.get('/items/:id', (request, response) => {
    const { params } = request
    const query = { ...request.query }
    if (!work.validateParams(params))
      return response.status(400).json(work.invalid('params', work.validateParams.errors))
    if (!work.validateQuery(query))
      return response.status(400).json(work.invalid('querystring', work.validateQuery.errors))
    response.json({ id: params.id, page: query.page, limit: query.limit, active: query.active })
  })
  app.post('/users', parse, ({ body }, response) => {
    if (!work.validateUser(body)) return response.status(400).json(work.invalid('body', work.validateUser.errors))
    response.status(201).json(toUserAnswer(body))
  })
  app.post('/bulk', parse, ({ body }, response) => response.json({ items: body.items.length }))
  return app
}

function createLarge() {
  const app = create()
  app.use((request, _response, next) => {
    work.countFirst(request)
    next()
  })
  app.use(async (request, _response, next) => {
    await work.authenticate(request)
    next()
  })
  app.use((request, _response, next) => {
    work.countLast(request)
    next()
  })
  for (const { prefix, routes } of work.plugins) {
    const child = express.Router()
    for (const { path, number } of routes) {
      child.get(path, ({ user, seen }, response) => response.json({ route: number, user, seen }))
    }
    app.use(prefix, child)
  }
  return app
}
