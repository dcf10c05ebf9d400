import underPressure from '@fastify/under-pressure'
import { createApp } from '../plugin-app.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(underPressure, { maxEventLoopDelay: 60_000, exposeStatusRoute: '/status', retryAfter: 50 })
  app.get('/', () => 'welcome')
  app.register(async (ill) => {
    await ill.register(underPressure, { healthCheck: async () => false, healthCheckInterval: 60_000 })
    ill.get('/ill', () => 'unreachable')
  })
  return app
}

export async function talk(ask) {
  for (const path of ['/', '/status', '/ill']) await ask(path)
}
