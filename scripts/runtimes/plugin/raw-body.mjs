import rawBody from 'fastify-raw-body'
import { createApp } from '../plugin-app.mjs'
import { json } from '../talk.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(rawBody)
  app.post('/', async ({ body, rawBody }) => ({ body, rawBody }))
  return app
}

export async function talk(ask) {
  await ask('/', { method: 'POST', headers: json, body: '{ "n" : 1 }' })
  await ask('/', { method: 'POST', headers: json, body: '{ "n"' })
}
