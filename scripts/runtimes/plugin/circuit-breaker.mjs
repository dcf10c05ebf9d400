import circuitBreaker from '@fastify/circuit-breaker'
import { createApp } from '../plugin-app.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(circuitBreaker, { threshold: 2, resetTimeout: 60_000 })
  app.get('/', { preHandler: app.circuitBreaker() }, async () => {
    throw new Error('the backend is gone')
  })
  app.get('/sound', { preHandler: app.circuitBreaker() }, async () => 'sound')
  return app
}

export async function talk(ask) {
  await ask('/sound')
  for (let turn = 0; turn < 3; turn++) await ask('/')
}
