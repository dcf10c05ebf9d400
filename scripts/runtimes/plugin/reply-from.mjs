import replyFrom from '@fastify/reply-from'
import { createApp } from '../plugin-app.mjs'
import { json } from '../talk.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(replyFrom, { base: process.env.UPSTREAM, http: {} })
  const rewriteHeaders = (headers) => ({ ...headers, 'x-proxy': 'passed' })
  app.get('/front', (_request, reply) => reply.from('/v1/items', { rewriteHeaders }))
  app.post('/front', (_request, reply) => reply.from('/v1/items', { rewriteHeaders }))
  return app
}

export async function talk(ask) {
  await ask('/front')
  await ask('/front', { method: 'POST', headers: json, body: '{"n":1}' })
}
