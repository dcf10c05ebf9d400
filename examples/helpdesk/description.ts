/** What the help desk says of itself: an OpenAPI document with a page of it, its health and its metrics. */
import { openapiPage } from '@espalier/kit/openapi-page'
import { shared } from 'espalier'
import metrics from 'fastify-metrics'

const info = { title: 'Help desk', version: '1.0.0' }

export const description = shared({
  name: 'description',
  setup: (app) => {
    app.register(openapiPage, { prefix: '/docs', document: { info } })
    app.register(metrics.default, { endpoint: '/metrics', clearRegisterOnInit: true })
    app.get('/health', { schema: { hide: true }, logLevel: 'silent' }, () => 'ok')
    return app
  }
})
