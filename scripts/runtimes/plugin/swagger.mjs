import swagger from '@fastify/swagger'
import { createApp } from '../plugin-app.mjs'

const id = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }

export default async function create(options) {
  const app = createApp(options)
  await app.register(swagger, { openapi: { openapi: '3.1.0', info: { title: 'Bookshop', version: '1.2.3' } } })
  app.addSchema({ $id: 'Book', type: 'object', required: ['title'], properties: { title: { type: 'string' } } })
  const schema = { summary: 'Find a book', tags: ['books'], params: id, response: { 200: { $ref: 'Book#' } } }
  app.get('/books/:id', { schema }, async () => ({ title: 'Walden', secret: 1 }))
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  return app
}

export async function talk(ask) {
  await ask('/books/7')
  await ask('/books/seven')
  await ask('/openapi.json')
}
