import helmet from '@fastify/helmet'
import { createApp } from '../plugin-app.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(helmet)
  app.get('/', async () => 'guarded')
  app.get('/framed', { helmet: { frameguard: false } }, async () => 'framed')
  return app
}

export async function talk(ask) {
  await ask('/')
  await ask('/framed')
  await ask('/none')
}
