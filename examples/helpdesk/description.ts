/** What the help desk says of itself: an OpenAPI document with a page of it, its health and its metrics. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { shared } from 'espalier'
import { adopt } from 'espalier/fastify'
import metrics from 'fastify-metrics'

const documents = adopt(swagger, { app: ['swagger'] })

export const description = shared({
  name: 'description',
  setup: async (context) => {
    const app = await context.register(documents, {
      openapi: {
        openapi: '3.1.0',
        info: { title: 'Help desk', version: '1.0.0' },
        components: {
          securitySchemes: {
            token: { type: 'http', scheme: 'bearer' },
            cookie: { type: 'apiKey', in: 'cookie', name: 'helpdesk' }
          }
        }
      },
      refResolver: { buildLocalReference: ({ $id }, _base, _fragment, index) => String($id ?? `schema-${index}`) }
    })
    app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true })
    app.register(metrics.default, { endpoint: '/metrics', clearRegisterOnInit: true })
    app.get('/health', { schema: { hide: true }, logLevel: 'silent' }, () => 'ok')
    return app
  }
})
