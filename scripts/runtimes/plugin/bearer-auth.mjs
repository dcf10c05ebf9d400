import bearerAuth from '@fastify/bearer-auth'
import { createApp } from '../plugin-app.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(bearerAuth, { keys: ['first-key', 'second-key'] })
  app.get('/', async () => 'in')
  return app
}

export async function talk(ask) {
  await ask('/', { headers: { authorization: 'Bearer second-key' } })
  await ask('/', { headers: { authorization: 'Bearer third-key' } })
  await ask('/')
}
