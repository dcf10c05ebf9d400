// Calls of endpoints: what they take, and what they are answered with, by status and media type.
import { AnswerError, type ClientAnswer, createClient } from 'espalier/client'
import { endpoint, endpoints, events, Type, withDefault } from 'espalier/contract'
import { expectType } from 'tsd'

const Problem = Type.Object({ message: Type.String() }, { $id: 'problem' })
const books = endpoints(
  '/books',
  { response: { '4xx': Type.Ref(Problem) } },
  {
    list: ['GET /', { query: { page: withDefault(Type.Integer(), 1) }, response: { 200: Type.Array(Type.String()) } }],
    find: ['GET /:id', { params: { id: Type.Integer() }, response: { 200: { title: Type.String() } } }],
    add: ['POST /', { body: { title: Type.String() }, response: { 201: { id: Type.Integer() } } }],
    remove: ['DELETE /:id', { params: { id: Type.Integer() }, response: { 204: Type.Null() } }]
  }
)
const cover = endpoint('GET /books/:id/cover', {
  response: {
    200: {
      content: {
        'image/png': { schema: Type.String({ format: 'binary' }) },
        'application/json': { schema: Type.Object({ url: Type.String() }) },
        'text/plain; charset=utf-8': { schema: Type.String() }
      }
    }
  }
})
const ping = endpoint('GET /ping')
const health = endpoint('GET /health', { response: { 503: Type.Null() } })

const api = createClient({ books, cover, ping, health }, { baseUrl: 'https://books.example', headers: { a: 'b' } })

// Answers are told apart by their status.
const found = await api.books.find({ params: { id: 1 } })
if (found.status === 200) expectType<string>(found.body.title)
if (found.status === 404) expectType<string>(found.body.message)
// @ts-expect-error both are possible here
found.body.title
// @ts-expect-error no such status is declared
found.status === 500
expectType<Headers>(found.headers)

// expect() gives the body of a status.
expectType<string>((await api.books.find({ params: { id: 1 } }).expect(200)).title)
expectType<string>((await api.books.find({ params: { id: 1 } }).expect(404)).message)
expectType<{ id: number }>(await api.books.add({ body: { title: 'Emma' } }).expect(201))
expectType<undefined>(await api.books.remove({ params: { id: 1 } }).expect(204))
// @ts-expect-error no such status is declared
api.books.find({ params: { id: 1 } }).expect(201)

// Arguments are what the endpoint declares; what has a default, and everything that may be left out, may.
expectType<string[]>(await api.books.list().expect(200))
api.books.list({ query: { page: 2 } })
// @ts-expect-error the page is a number
api.books.list({ query: { page: 'two' } })
// @ts-expect-error the parameters are missing
api.books.find()
// @ts-expect-error a book has a title
api.books.add({ body: {} })
// @ts-expect-error no endpoint has this name
api.books.change

// Answers of several media types are told apart by their type.
const picture = await api.cover({ params: { id: '1' } })
if (picture.type === 'image/png') expectType<ReadableStream<Uint8Array>>(picture.body)
if (picture.type === 'application/json') expectType<string>(picture.body.url)
if (picture.type === 'text/plain') expectType<string>(picture.body)

// Without a response map nothing is known; a map of errors alone leaves the rest free.
expectType<unknown>((await api.ping()).body)
expectType<unknown>(await api.health().expect(200))

// Options of calls and clients.
api.ping({ signal: new AbortController().signal, timeout: 100, retries: 2 })
createClient({ ping }, { headers: async () => ({ authorization: 'Bearer x' }), retries: 1, fetch })
// @ts-expect-error no such option
createClient({ ping }, { base: '/' })
// @ts-expect-error no such option
api.ping({ retry: 1 })

const title = (answer: ClientAnswer<typeof books.find>) => (answer.status === 200 ? answer.body.title : undefined)
expectType<string | undefined>(title(found))

try {
  await api.ping()
} catch (error) {
  if (error instanceof AnswerError) {
    expectType<number>(error.status)
    // @ts-expect-error no such code
    error.code === 'FST_ERR_VALIDATION'
  }
}

// An event stream is read event by event, each told by its name.
const watch = endpoint('GET /ticks', {
  response: { 200: events({ tick: Type.Object({ n: Type.Integer() }), done: Type.Null() }), 404: Problem }
})
const watching = createClient({ watch })
const ticks = await watching.watch().expect(200)
for await (const event of ticks) {
  expectType<string | undefined>(event.id)
  if (event.event === 'tick') expectType<number>(event.data.n)
  if (event.event === 'done') expectType<null>(event.data)
  // @ts-expect-error no such event
  event.event === 'tock'
}
const watched = await watching.watch()
if (watched.status === 200) expectType<'text/event-stream'>(watched.type)
if (watched.status === 404) expectType<string>(watched.body.message)
createClient(
  { watch },
  { validate: (given, { status, body }) => (given.path === '/' && body === status ? 'no' : undefined) }
)
