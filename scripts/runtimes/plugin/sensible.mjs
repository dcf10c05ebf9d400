import sensible from '@fastify/sensible'
import { createApp } from '../plugin-app.mjs'
import { json } from '../talk.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(sensible)
  app.get('/error', async () => {
    throw app.httpErrors.imateapot('short and stout')
  })
  app.get('/reply', (_request, reply) => reply.notFound('no such cup'))
  app.get('/cached', async (_request, reply) => {
    reply.cacheControl('max-age', '1d').vary('accept')
    return 'cached'
  })
  app.post('/forwarded', async (request) => ({ is: request.is(['json']), forwarded: request.forwarded().length }))
  return app
}

export async function talk(ask) {
  for (const path of ['/error', '/reply', '/cached']) await ask(path)
  await ask('/forwarded', { method: 'POST', headers: json, body: '{}' })
}
