/** The library's vocabulary: what its requests and answers are made of, and the schemas that every context shares. */
import { type Static, shared, Type } from 'espalier'

const Day = Type.String({ format: 'date' })

/** Text that Postgres can hold: all but the null character. */
export const Text = (minLength: number, maxLength: number) =>
  Type.String({ minLength, maxLength, pattern: '^[^\\u0000]*$' })

/** Keys are Postgres integers. */
export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

export const NewBook = Type.Object({
  isbn: Type.String({ pattern: '^(97[89])?\\d{9}[\\dX]$' }),
  title: Text(1, 200),
  author: Text(1, 200),
  year: Type.Integer({ minimum: 1, maximum: 9999 })
})

export const NewMember = Type.Object({
  name: Text(1, 200),
  card: Text(8, 64)
})

const Book = Type.Object(
  { id: Id, ...NewBook.properties, available: Type.Boolean({ description: 'Whether it is on the shelf.' }) },
  { $id: 'book' }
)

const Member = Type.Object({ id: Id, ...NewMember.properties }, { $id: 'member' })

const Loan = Type.Object(
  {
    id: Id,
    bookId: Id,
    title: Type.String(),
    borrowedOn: Day,
    dueOn: Day,
    returnedOn: Type.Union([Day, Type.Null()])
  },
  { $id: 'loan' }
)

/** The body of every answer from 400 on. */
const Problem = Type.Object(
  {
    code: Type.String({ description: 'For programs; it never changes.' }),
    message: Type.String({ description: 'For people.' }),
    part: Type.Optional(Type.String({ description: 'The part of the request that its schema refused.' }))
  },
  { $id: 'problem' }
)

export type NewBook = Static<typeof NewBook>
export type NewMember = Static<typeof NewMember>
export type Book = Static<typeof Book>
export type Member = Static<typeof Member>
export type Loan = Static<typeof Loan>
export type Problem = Static<typeof Problem>

export const schemas = shared({
  name: 'schemas',
  setup: (app) => app.addSchema(Book).addSchema(Member).addSchema(Loan).addSchema(Problem)
})
