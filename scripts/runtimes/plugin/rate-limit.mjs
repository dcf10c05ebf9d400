import rateLimit from '@fastify/rate-limit'
import { createApp } from '../plugin-app.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(rateLimit, { max: 2, timeWindow: 60_000, keyGenerator: ({ headers }) => headers['x-user'] })
  app.get('/', () => 'welcome')
  return app
}

export async function talk(ask) {
  for (let turn = 0; turn < 3; turn++) await ask('/', { headers: { 'x-user': 'ada' } })
  await ask('/', { headers: { 'x-user': 'bob' } })
}

export const varies = /(?<=-reset: |retry-after: )(?:59|60)/g
