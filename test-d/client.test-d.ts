// Calls of endpoints: what they take, and what they are answered with, by status and media type.

import { espalier } from 'espalier'
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

// What stands for a date or a long number is one in answers, wherever it stands; whoever sends it may give either.
const Event = Type.Object(
  { at: Type.DateTime(), seats: Type.Optional(Type.BigInteger()), day: Type.String({ format: 'date' }) },
  { $id: 'event' }
)
const calendar = endpoints(
  '/calendar',
  {},
  {
    list: ['GET /', { query: { since: Type.DateTime() }, response: { 200: Type.Array(Type.Ref(Event)) } }],
    find: [
      'GET /:at',
      { params: { at: Type.DateTime() }, response: { 200: { at: Type.DateTime(), title: Type.String() } } }
    ],
    add: ['POST /', { body: Event, response: { 201: Type.Union([Event, Type.Null()]) } }],
    rest: [
      'GET /rest',
      {
        response: {
          200: Type.Object({
            record: Type.Record(Type.String(), Type.BigInteger()),
            tuple: Type.Tuple([Type.DateTime(), Type.String()]),
            both: Type.Intersect([Type.Object({ a: Type.DateTime() }), Type.Object({ b: Type.String() })]),
            given: withDefault(Type.DateTime(), '2026-01-01T00:00:00Z'),
            perhaps: Type.Readonly(Type.Union([Type.DateTime(), Type.Null()])),
            tree: Type.Recursive((This) => Type.Object({ at: Type.DateTime(), below: Type.Array(This) }))
          }),
          '4xx': events({ late: { at: Type.DateTime() } })
        }
      }
    ]
  }
)
const dates = createClient({ calendar }).calendar
const [one] = await dates.list({ query: { since: new Date() } }).expect(200)
if (one) expectType<{ at: Date; day: string; seats?: bigint }>(one)
dates.list({ query: { since: '2026-01-01T00:00:00Z' } })
expectType<{ at: Date; title: string }>(await dates.find({ params: { at: new Date() } }).expect(200))
expectType<{ at: Date; day: string; seats?: bigint } | null>(
  await dates.add({ body: { at: new Date(), seats: 5n, day: '2026-01-01' } }).expect(201)
)
dates.add({ body: { at: '2026-01-01T00:00:00Z', seats: '5', day: '2026-01-01' } })
// @ts-expect-error a number is no long number
dates.add({ body: { at: new Date(), seats: 5, day: '2026-01-01' } })
// @ts-expect-error only what DateTime() made stands for a date in requests
dates.add({ body: { at: new Date(), day: new Date() } })
const rest = await dates.rest()
if (rest.status === 200) {
  expectType<{ [name: string]: bigint }>(rest.body.record)
  expectType<[Date, string]>(rest.body.tuple)
  expectType<Date>(rest.body.both.a)
  expectType<string>(rest.body.both.b)
  expectType<Date>(rest.body.given)
  expectType<Date | null>(rest.body.perhaps)
  // What is recursive has the texts.
  expectType<string>(rest.body.tree.at)
} else for await (const { data } of rest.body) expectType<Date>(data.at)

// A handler reads texts, and may answer with either.
const diary = espalier()
diary.route(calendar.add, ({ body }, reply) => {
  expectType<string>(body.at)
  expectType<string | undefined>(body.seats)
  return reply.code(201).send({ at: new Date(), seats: 5n, day: new Date() })
})
diary.route(calendar.list, ({ query }) => {
  expectType<string>(query.since)
  return [
    { at: query.since, seats: '5', day: 'today' },
    { at: new Date(), day: 'today' }
  ]
})
// @ts-expect-error a number is no date
diary.route(calendar.list, () => [{ at: 5, day: 'today' }])

// Wherever a date stands, a handler may give one, a client is given one, and a request carries either.
{
  const everywhere = Type.Object({
    record: Type.Record(Type.String(), Type.BigInteger()),
    tuple: Type.Tuple([Type.DateTime(), Type.Array(Type.String({ format: 'date' }))]),
    both: Type.Intersect([Type.Object({ a: Type.DateTime() }), Type.Object({ b: Type.Optional(Type.String()) })]),
    later: Type.Ref('later', () => Later)
  })
  const Later = Type.Object({ at: Type.DateTime() }, { $id: 'later' })
  const put = endpoint('PUT /', { body: everywhere, response: { 200: everywhere } })
  const at = new Date()
  diary.route(put, () => ({ record: { a: 1n, b: '2' }, tuple: [at, [at, '']], both: { a: at, b: '' }, later: { at } }))
  diary.route(put, ({ body }) => body)
  // @ts-expect-error a number is no long number, in a record
  diary.route(put, () => ({ record: { a: 1 }, tuple: [at, []], both: { a: at }, later: { at } }))
  // @ts-expect-error a number is no date, in a tuple
  diary.route(put, () => ({ record: {}, tuple: [1, []], both: { a: at }, later: { at } }))
  // @ts-expect-error a tuple has its length
  diary.route(put, () => ({ record: {}, tuple: [at], both: { a: at }, later: { at } }))
  // @ts-expect-error a number is no date, in an intersection
  diary.route(put, () => ({ record: {}, tuple: [at, []], both: { a: 1 }, later: { at } }))
  // @ts-expect-error a number is no date, behind a reference
  diary.route(put, () => ({ record: {}, tuple: [at, []], both: { a: at }, later: { at: 1 } }))
  const api = createClient({ put })
  const body = { record: { a: 1n }, tuple: [at, ['2026-01-01']] as const, both: { a: at }, later: { at } }
  const got = await api.put({ body }).expect(200)
  expectType<bigint | undefined>(got.record.a)
  expectType<[Date, string[]]>(got.tuple)
  expectType<Date>(got.both.a)
  expectType<Date>(got.later.at)
  // @ts-expect-error a request carries a date of another format as a text
  api.put({ body: { ...body, tuple: [at, [at]] } })
}
const injected = await diary.inject(calendar.list, { query: { since: new Date() } })
if (injected.statusCode === 200) expectType<string | undefined>(injected.json()[0]?.at)

// A test holds an injected endpoint to a status, too.
expectType<{ at: string; day: string; seats?: string }[]>(
  await diary.inject(calendar.list, { query: { since: 'now' } }).expect(200)
)
expectType<undefined>(await diary.inject(books.remove, { params: { id: 1 } }).expect(204))
expectType<unknown>(await diary.inject(ping).expect(200))
// @ts-expect-error no such status is declared
diary.inject(calendar.list, { query: { since: 'now' } }).expect(201)
// @ts-expect-error what is no endpoint declares nothing
diary.inject('/').expect(200)

// A body that may be null may be left out, and so may the whole argument.
const draft = endpoint('POST /drafts', { body: Type.Union([Type.Object({ title: Type.String() }), Type.Null()]) })
const drafts = createClient({ draft })
drafts.draft()
drafts.draft({ body: { title: 'Emma' } })
drafts.draft({ body: null })
diary.inject(draft)
// @ts-expect-error the body is an object with a title
drafts.draft({ body: {} })
// @ts-expect-error the title is needed
createClient({ draft: endpoint('POST /', { body: { title: Type.String() } }) }).draft()
