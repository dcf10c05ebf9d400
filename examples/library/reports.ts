/** What the staff wants to know of the loans. */
import { plugin, type Static, Type, withDefault } from 'espalier'
import { calendar } from './calendar.ts'
import { database } from './database.ts'
import { Id, schemas } from './schemas.ts'

const OverdueLoan = Type.Object({
  loanId: Id,
  title: Type.String(),
  member: Type.String(),
  dueOn: Type.String({ format: 'date' }),
  daysLate: Type.Integer()
})

const BorrowedBook = Type.Object({ bookId: Id, title: Type.String(), loans: Type.Integer() })

export const reports = plugin({
  name: 'reports',
  needs: [schemas, database, calendar],
  setup: (app) => {
    const problem = app.ref('problem#')

    app.get('/overdue', { schema: { response: { 200: Type.Array(OverdueLoan), '4xx': problem } } }, async () => {
      const today = app.today()
      const { rows } = await app.db.sql<Static<typeof OverdueLoan>>`
          select slip.id as "loanId", title, name as member, "dueOn", ${today}::date - "dueOn" as "daysLate"
          from loan_slips as slip join members on members.id = "memberId"
          where "returnedOn" is null and "dueOn" < ${today}
          order by "dueOn", slip.id`
      return rows
    })

    app.get(
      '/most-borrowed',
      {
        schema: {
          querystring: { limit: withDefault(Type.Integer({ minimum: 1, maximum: 100 }), 10) },
          response: { 200: Type.Array(BorrowedBook), '4xx': problem }
        }
      },
      async ({ query }) => {
        const { rows } = await app.db.sql<Static<typeof BorrowedBook>>`
          select "bookId", title, count(*)::int as loans from loan_slips
          group by "bookId", title order by loans desc, title limit ${query.limit}`
        return rows
      }
    )
  }
})
