import requestContext from '@fastify/request-context'
import { createApp } from '../plugin-app.mjs'
import { json } from '../talk.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(requestContext, { defaultStoreValues: () => ({ trail: [] }) })
  for (const stage of ['onRequest', 'preValidation', 'preHandler'])
    app.addHook(stage, async () => void app.requestContext.get('trail').push(stage))
  app.post('/', async (request) => {
    await null
    return { trail: request.requestContext.get('trail') }
  })
  return app
}

export async function talk(ask) {
  await Promise.all(['{"n":1}', '{"n":2}'].map((body) => ask('/', { method: 'POST', headers: json, body })))
}
