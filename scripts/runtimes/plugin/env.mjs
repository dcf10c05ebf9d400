import env from '@fastify/env'
import { createApp } from '../plugin-app.mjs'

const schema = {
  type: 'object',
  required: ['PORT'],
  properties: { PORT: { type: 'integer' }, NAME: { type: 'string', default: 'espalier' } }
}

export default async function create(options) {
  const app = createApp(options)
  await app.register(env, { schema, data: { PORT: '8080', UNKNOWN: 'dropped' } })
  app.get('/', async () => app.config)
  return app
}

export const talk = (ask) => ask('/')
