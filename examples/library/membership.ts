/** What a member may do: borrow, return, and look at their own loans. */
import { isHttpError, plugin, Type } from 'espalier'
import { calendar } from './calendar.ts'
import { database } from './database.ts'
import { toConflict } from './errors.ts'
import { borrow, giveBack, loansOf, openLoansOf } from './loans.ts'
import { identity } from './members.ts'
import { linkPages, PageOf, pageQuery, readPage } from './paging.ts'
import { Id, type Loan, schemas } from './schemas.ts'

export const membership = plugin({
  name: 'membership',
  needs: [schemas, database, calendar],
  setup: (base) => {
    const app = base.register(identity)
    const problem = app.ref('problem#')

    app.setErrorHandler((error, _request, reply) => {
      if (isHttpError(error, 'NO_CARD')) reply.header('www-authenticate', 'Library-Card')
      throw toConflict(error, { loans_open: ['BOOK_LENT', 'This book is lent.'] })
    })

    app.get('/', { schema: { response: { 200: app.ref('member#'), '4xx': problem } } }, ({ member }) => member)

    app.get('/loans', { schema: { response: { 200: Type.Array(app.ref('loan#')), '4xx': problem } } }, ({ member }) =>
      openLoansOf(app.db, member)
    )

    app.post(
      '/loans',
      { schema: { body: { bookId: Id }, response: { 201: app.ref('loan#'), '4xx': problem } } },
      ({ member, body }) => borrow(app.db, member, body.bookId, app.today())
    )

    app.post(
      '/loans/:id/return',
      { schema: { params: { id: Id }, response: { 200: app.ref('loan#'), '4xx': problem } } },
      ({ member, params }) => giveBack(app.db, member, params.id, app.today())
    )

    app.get(
      '/history',
      { schema: { querystring: pageQuery, response: { 200: PageOf(app.ref('loan#')), '4xx': problem } } },
      async ({ member, query, url }, reply) => {
        const loans = await readPage<Loan>(app.db, query, loansOf(member))
        reply.header('link', linkPages(url, query, loans.total))
        return loans
      }
    )
  }
})
