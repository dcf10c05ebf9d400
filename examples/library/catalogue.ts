/** What everyone may see: the books, and which of them are on the shelf. */
import { sql } from '@electric-sql/pglite/template'
import { plugin, withDefault } from 'espalier'
import { findBook } from './books.ts'
import { database } from './database.ts'
import { linkPages, PageOf, pageQuery, readPage } from './paging.ts'
import { type Book, Id, schemas, Text } from './schemas.ts'

export const catalogue = plugin({
  name: 'catalogue',
  needs: [schemas, database],
  setup: (app) => {
    app.get(
      '/books',
      {
        schema: {
          querystring: { ...pageQuery, search: withDefault(Text(0, 100), '') },
          response: { 200: PageOf(app.ref('book#')), '4xx': app.ref('problem#') }
        }
      },
      async ({ query, url }, reply) => {
        const books = await readPage<Book>(
          app.db,
          query,
          sql`select * from catalogue
              where position(lower(${query.search}) in lower(title || ' ' || author)) > 0
              order by title`
        )
        reply.header('link', linkPages(url, query, books.total))
        return books
      }
    )

    app.get(
      '/books/:id',
      { schema: { params: { id: Id }, response: { 200: app.ref('book#'), '4xx': app.ref('problem#') } } },
      ({ params }) => findBook(app.db, params.id)
    )
  }
})
