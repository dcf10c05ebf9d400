/** What the application says of itself: its OpenAPI document with a page of it, whether it lives, and whether it takes requests. */
import swaggerUi from '@fastify/swagger-ui'
import { shared, Type } from 'espalier'
import { openapi } from 'espalier/openapi'

const info = { title: 'espalier-app', version: '0.1.0' }

/** The page asks for the document under the name of another plugin. */
const document = shared({
  name: '@fastify/swagger',
  setup: (app) => app.decorate('swagger', () => openapi(app, { info }))
})

export const description = shared({
  name: 'description',
  setup: (context) => {
    const health = { isReady: true }
    const app = context.register(document).decorate('health', health)
    app.register(swaggerUi, { routePrefix: '/docs' })

    const answer = { isReady: Type.Boolean() }
    const quiet = { logLevel: 'silent' } as const
    app.get('/health', { ...quiet, schema: { hide: true, response: { 200: Type.String() } } }, () => 'ok')
    app.get('/ready', { ...quiet, schema: { hide: true, response: { 200: answer, 503: answer } } }, (_request, reply) =>
      reply.code(health.isReady ? 200 : 503).send(health)
    )
    return app
  }
})
