import caching from '@fastify/caching'
import { createApp } from '../plugin-app.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(caching, { privacy: caching.privacy.PUBLIC, expiresIn: 300, serverExpiresIn: 60 })
  app.get('/', (_request, reply) => reply.etag('remembered', 60_000).expires(new Date(0)).send('fresh'))
  return app
}

export async function talk(ask) {
  await ask('/')
  await ask('/', { headers: { 'if-none-match': 'remembered' } })
}
