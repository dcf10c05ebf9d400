import cors from '@fastify/cors'
import { createApp } from '../plugin-app.mjs'

const page = 'https://page.example'

export default async function create(options) {
  const app = createApp(options)
  await app.register(cors, { origin: page, methods: ['PUT', 'DELETE'], credentials: true, maxAge: 600 })
  app.put('/thing', async () => 'put')
  return app
}

export async function talk(ask) {
  const wanted = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-one' }
  await ask('/thing', { method: 'OPTIONS', headers: { origin: page, ...wanted } })
  await ask('/thing', { method: 'PUT', headers: { origin: page } })
  await ask('/none', { headers: { origin: page } })
}
