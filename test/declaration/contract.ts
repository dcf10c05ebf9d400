// A module of endpoints as it is published for clients: it knows `espalier/contract` alone.
import { endpoint, endpoints, events, type Infer, Type, withDefault } from 'espalier/contract'

export const Book = Type.Object({ title: Type.String(), at: Type.DateTime() }, { $id: 'book' })
export const Count = Type.BigInteger()
export const Moment = Type.Object({ at: Type.DateTime(), count: Type.Optional(Count) })

export const getBook = endpoint('GET /books/:id', {
  params: { id: Type.Integer() },
  response: { 200: Book, '4xx': { message: Type.String() } }
})
export const getBooks = endpoint('GET /books', {
  querystring: { page: withDefault(Type.Integer(), 1), after: Type.Optional(Type.DateTime()) },
  response: { 200: Type.Array(Type.Ref(Book)) }
})
export const putBook = endpoint('PUT /books/:id', {
  body: Type.Object({ book: Type.Ref(Book), by: Type.Union([Type.Literal('a'), Type.Null()]) }),
  response: { 200: { at: Type.DateTime(), count: Type.BigInteger() }, 204: Type.Null() }
})
export const watchBooks = endpoint('GET /books/events', {
  response: { 200: events({ added: Book, gone: Type.Object({ id: Type.Integer() }) }, { heartbeat: 5000 }) }
})
export const library = endpoints(
  '/libraries/:library',
  { params: { library: Type.String() }, response: { 404: Type.Ref(Book) } },
  { list: ['GET /', { response: { 200: Type.Array(Moment) } }] }
)
export type BookValue = Infer<typeof Book>
