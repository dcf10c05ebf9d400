import formbody from '@fastify/formbody'
import { createApp } from '../plugin-app.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(formbody)
  app.post('/', async ({ body }) => body)
  return app
}

export async function talk(ask) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await ask('/', { method: 'POST', headers, body: 'name=Ada+L%C3%B6velace&tag=a&tag=b' })
  await ask('/', { method: 'POST', headers, body: '' })
}
