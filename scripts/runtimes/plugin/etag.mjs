import etag from '@fastify/etag'
import { createApp } from '../plugin-app.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(etag)
  app.get('/', () => ({ hello: 'world' }))
  return app
}

export async function talk(ask) {
  const { headers } = await ask('/')
  await ask('/', { headers: { 'if-none-match': headers.etag ?? '' } })
}
