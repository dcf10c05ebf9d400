import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createApp } from './framework.ts'

const id = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }

/** An application with a shared schema, two described routes, one of them in a prefixed plugin, and a hidden route. */
export async function createDocumentedApp(): Promise<FastifyInstance> {
  const app = createApp()
  await app.register(swagger, { openapi: { openapi: '3.1.0', info: { title: 'Bookshop', version: '1.2.3' } } })
  await app.register(swaggerUi, { routePrefix: '/docs' })
  app.addSchema({ $id: 'Book', type: 'object', required: ['title'], properties: { title: { type: 'string' } } })
  app.register(
    async (books) => {
      const schema = { summary: 'Find a book', tags: ['books'], params: id, response: { 200: { $ref: 'Book#' } } }
      books.get('/:id', { schema }, async () => ({ title: 'Walden', secret: 1 }))
      const storing = { tags: ['books'], body: { $ref: 'Book#' }, response: { '2xx': { $ref: 'Book#' } } }
      books.post('/', { schema: storing }, async (request) => request.body)
    },
    { prefix: '/books' }
  )
  app.get('/inside', { schema: { hide: true } }, () => 'not for everyone')
  return app
}
