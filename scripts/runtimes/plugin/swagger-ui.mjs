import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { createApp } from '../plugin-app.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(swagger, { openapi: { openapi: '3.1.0', info: { title: 'Bookshop', version: '1.2.3' } } })
  await app.register(swaggerUi, { routePrefix: '/docs' })
  app.get('/books', async () => [])
  return app
}

export async function talk(ask) {
  await ask('/docs/')
  await ask('/docs/json')
  await ask('/docs/static/swagger-ui.css')
}
