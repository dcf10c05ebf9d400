import httpProxy from '@fastify/http-proxy'
import { createApp } from '../plugin-app.mjs'
import { json } from '../talk.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(httpProxy, { upstream: process.env.UPSTREAM, http: {}, prefix: '/api', rewritePrefix: '/v1' })
  return app
}

export async function talk(ask) {
  await ask('/api/items?a=1')
  await ask('/api/items', { method: 'POST', headers: json, body: '{"n":1}' })
  await ask('/none')
}
