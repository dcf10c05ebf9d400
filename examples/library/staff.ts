/** What the staff may do, behind a token: keep the books and the members, and read reports. */
import { plugin } from 'espalier'
import bearerAuth from 'espalier/bearer-auth'
import { bookkeeping } from './bookkeeping.ts'
import { calendar } from './calendar.ts'
import { database } from './database.ts'
import { enrolment } from './enrolment.ts'
import { toConflict } from './errors.ts'
import { reports } from './reports.ts'
import { schemas } from './schemas.ts'

export const staff = plugin({
  name: 'staff',
  needs: [schemas, database, calendar],
  setup: (app, { token }: { token: string }) => {
    app.setErrorHandler((error) => {
      throw toConflict(error, {
        books_isbn_key: ['ISBN_TAKEN', 'Another book has this ISBN.'],
        members_card_key: ['CARD_TAKEN', 'Another member has this card.'],
        loans_book_id_fkey: ['HAS_LOANS', 'A book that was ever lent stays in the records.'],
        loans_member_id_fkey: ['HAS_LOANS', 'A member who ever borrowed stays in the records.']
      })
    })
    app
      .register(bearerAuth, {
        keys: [token],
        verifyErrorLogLevel: 'info',
        errorResponse: ({ message }) => ({ code: 'NOT_STAFF', message })
      })
      .register(bookkeeping, { prefix: '/books' })
      .register(enrolment, { prefix: '/members' })
      .register(reports, { prefix: '/reports' })
  }
})
