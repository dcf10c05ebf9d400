import metrics from 'fastify-metrics'
import { createApp } from '../plugin-app.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(metrics.default ?? metrics, { endpoint: '/metrics', clearRegisterOnInit: true })
  app.get('/books/:id', async () => ({ title: 'Walden' }))
  return app
}

export async function talk(ask) {
  await ask('/books/1')
  // A request is counted when its answer has left.
  await new Promise((resolve) => setTimeout(resolve, 20))
  await ask('/metrics')
}

// Each runtime measures itself in its own way; what counts is that requests are counted.
export const varies = /(?:^(?!http_request_duration_seconds_count|content-type).*(?:\n|$))+/gm
