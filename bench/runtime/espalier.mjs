import { toFetchHandler } from '../../dist/src/adapter/fetch/index.js'
import espalier from '../../dist/src/index.js'
import * as schema from '../schema.mjs'
import { itemAnswer } from './scenario.mjs'

/** Also what `espalier compile` compiles ahead for a worker. */
export default function createApp(options = {}) {
  const app = espalier(options)
  const item = { params: schema.itemParams, querystring: schema.itemQuery, response: { 200: itemAnswer } }
  app.get('/small', async () => schema.small)
  app.get('/items/:id', { schema: item }, async ({ params, query }) => ({
    id: params.id,
    page: query.page,
    limit: query.limit,
    active: query.active
  }))
  const user = { body: schema.userBody, response: { 201: schema.userAnswer } }
  app.post('/users', { schema: user }, async ({ body }, reply) => {
    reply.code(201)
    return schema.toUserAnswer(body)
  })
  return app
}

export async function createHandler(options) {
  const app = createApp(options)
  await app.ready()
  return toFetchHandler(app)
}
