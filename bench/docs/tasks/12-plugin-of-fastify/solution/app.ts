import rateLimit from '@fastify/rate-limit'
import { espalier, plugin } from 'espalier'

const search = plugin({
  name: 'search',
  setup: async (app) => {
    await app.register(rateLimit, { max: 2, timeWindow: '1 minute' })
    app.get('/search', () => [])
  }
})

export const createApp = () =>
  espalier()
    .get('/health', () => 'well')
    .register(search)
