/** The operations on notes as values: routes, tests and pages are checked against them. */
// with events
import { endpoints, events, Type } from 'espalier/contract'
// end
// without events
import { endpoints, Type } from 'espalier/contract'
// end

/** What every error answers. */
export const Problem = Type.Object(
  { statusCode: Type.Integer(), code: Type.Optional(Type.String()), error: Type.String(), message: Type.String() },
  { $id: 'Problem' }
)

export const Note = Type.Object(
  { id: Type.Integer(), text: Type.String(), writtenAt: Type.DateTime() },
  { $id: 'Note' }
)

const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
// Not blank, and no NUL, which PostgreSQL does not store.
const Text = Type.String({ minLength: 1, maxLength: 1000, pattern: '^[^\\u0000]*[^\\u0000\\s][^\\u0000]*$' })

// with events
/** `reset`: the log no longer reaches back to where a reader was. It loads anew what it shows. */
export const noteEvents = events({ note: Type.Ref(Note), reset: Type.Null() })

// end
export const notes = endpoints(
  '/api/notes',
  { tags: ['notes'], response: { '4xx': Type.Ref(Problem), '5xx': Type.Ref(Problem) } },
  {
    list: ['GET /', { response: { 200: Type.Array(Type.Ref(Note)) } }],
    write: ['POST /', { body: { text: Text }, response: { 201: Type.Ref(Note) } }],
    // with events
    /** The notes that are written from now on; a reader that comes back has missed none. */
    watch: ['GET /events', { response: { 200: noteEvents } }],
    // end
    remove: ['DELETE /:id', { params: { id: Id }, response: { 204: Type.Null() } }]
  }
)
