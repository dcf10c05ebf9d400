import accepts from '@fastify/accepts'
import { createApp } from '../plugin-app.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(accepts)
  app.get('/', (request, reply) => {
    const type = request.type(['json', 'html'])
    if (type === false) return reply.code(406).send({ offered: ['json', 'html'] })
    return { type, languages: request.languages() }
  })
  return app
}

export async function talk(ask) {
  await ask('/', { headers: { accept: 'text/html, application/json;q=0.5', 'accept-language': 'de;q=0.5, en' } })
  await ask('/', { headers: { accept: 'image/png' } })
}
