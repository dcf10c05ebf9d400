import responseValidation from '@fastify/response-validation'
import { createApp } from '../plugin-app.mjs'

const schema = {
  response: { 200: { type: 'object', required: ['answer'], properties: { answer: { type: 'number' } } } }
}

export default async function create(options) {
  const app = createApp(options)
  await app.register(responseValidation)
  app.get('/sound', { schema }, async () => ({ answer: 42 }))
  app.get('/broken', { schema }, async () => ({ answer: 'forty-two' }))
  return app
}

export async function talk(ask) {
  await ask('/sound')
  await ask('/broken')
}
