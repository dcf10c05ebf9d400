/** The staff's work on the books. */
import { plugin, Type } from 'espalier'
import { addBook, removeBook, replaceBook } from './books.ts'
import { database } from './database.ts'
import { Id, NewBook, schemas } from './schemas.ts'

export const bookkeeping = plugin({
  name: 'bookkeeping',
  needs: [schemas, database],
  setup: (app) => {
    const book = app.ref('book#')
    const problem = app.ref('problem#')

    app.post('/', { schema: { body: NewBook, response: { 201: book, '4xx': problem } } }, async ({ body }, reply) => {
      const added = await addBook(app.db, body)
      reply.header('location', `/books/${added.id}`)
      return added
    })

    app.put(
      '/:id',
      { schema: { params: { id: Id }, body: NewBook, response: { 200: book, '4xx': problem } } },
      ({ params, body }) => replaceBook(app.db, params.id, body)
    )

    app.delete(
      '/:id',
      { schema: { params: { id: Id }, response: { 204: Type.Null(), '4xx': problem } } },
      async ({ params }, reply) => {
        await removeBook(app.db, params.id)
        return reply.code(204).send()
      }
    )
  }
})
