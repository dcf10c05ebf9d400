import routes from '@fastify/routes'
import { createApp } from '../plugin-app.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(routes)
  app.register(async (child) => void child.get('/books', async () => []), { prefix: '/v1' })
  app.get('/', async () => [...app.routes].map(([url, list]) => [url, list.map(({ method }) => method)]))
  return app
}

export const talk = (ask) => ask('/')
