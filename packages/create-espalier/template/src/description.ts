/** What the application says of itself: its OpenAPI document with a page of it, whether it lives, and whether it takes requests. */
import { openapiPage } from '@espalier/kit/openapi-page'
import { shared, Type } from 'espalier'

const info = { title: 'espalier-app', version: '0.1.0' }

export const description = shared({
  name: 'description',
  setup: (context) => {
    const health = { isReady: true }
    const app = context.decorate('health', health)
    app.register(openapiPage, { prefix: '/docs', document: { info } })

    const answer = { isReady: Type.Boolean() }
    const quiet = { logLevel: 'silent' } as const
    app.get('/health', { ...quiet, schema: { hide: true, response: { 200: Type.String() } } }, () => 'ok')
    app.get('/ready', { ...quiet, schema: { hide: true, response: { 200: answer, 503: answer } } }, (_request, reply) =>
      reply.code(health.isReady ? 200 : 503).send(health)
    )
    return app
  }
})
