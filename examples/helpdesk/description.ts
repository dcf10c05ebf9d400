/** What the help desk says of itself: an OpenAPI document with a page of it, its health and its metrics. */
import swaggerUi from '@fastify/swagger-ui'
import { shared } from 'espalier'
import { openapi } from 'espalier/openapi'
import metrics from 'fastify-metrics'

const info = { title: 'Help desk', version: '1.0.0' }

/** The page asks for the document under the name of another plugin. */
const document = shared({
  name: '@fastify/swagger',
  setup: (app) => app.decorate('swagger', () => openapi(app, { info }))
})

export const description = shared({
  name: 'description',
  setup: (context) => {
    const app = context.register(document)
    app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true })
    app.register(metrics.default, { endpoint: '/metrics', clearRegisterOnInit: true })
    app.get('/health', { schema: { hide: true }, logLevel: 'silent' }, () => 'ok')
    return app
  }
})
