// The applications in the vocabulary that espalier and Fastify share: one text for both.
import * as schema from '../schema.mjs'
import * as work from '../work.mjs'

export function declareSmall(app) {
  app.get('/small', async () => schema.small)
  app.get('/typed', { schema: { response: { 200: schema.smallAnswer } } }, async () => schema.small)
  app.get(
    '/items/:id',
    { schema: { params: schema.itemParams, querystring: schema.itemQuery } },
    async ({ params, query }) => ({
      id: params.id,
      page: query.page,
      limit: query.limit,
      active: query.active
    })
  )
  app.post(
    '/users',
    { schema: { body: schema.userBody, response: { 201: schema.userAnswer } } },
    async ({ body }, reply) => {
      reply.code(201)
      return schema.toUserAnswer(body)
    }
  )
  app.get('/list', { schema: { response: { 200: schema.listAnswer } } }, async () => schema.list)
  app.post('/bulk', async ({ body }) => ({ items: body.items.length }))
}

export function declareLarge(app) {
  app.decorateRequest('user', null)
  app.decorateRequest('seen', 0)
  app.addHook('onRequest', (request, _reply, done) => {
    work.countFirst(request)
    done()
  })
  app.addHook('preHandler', work.authenticate)
  app.addHook('preHandler', (request, _reply, done) => {
    work.countLast(request)
    done()
  })
  for (const { prefix, routes } of work.plugins) app.register(async (child) => declareRoutes(child, routes), { prefix })
}

function declareRoutes(app, routes) {
  for (const { path, number } of routes) {
    app.get(path, async (request) => ({ route: number, user: request.user, seen: request.seen }))
  }
}
