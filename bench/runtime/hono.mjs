// Hono has no serializer and brings validators as middleware; here Ajv is called in the handler.
import { Hono } from 'hono'
import { small, toUserAnswer } from '../schema.mjs'
import * as work from '../work.mjs'

export function createHandler() {
  const app = new Hono()
  app.get('/small', (c) => c.json(small))
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
  return app.fetch
}
