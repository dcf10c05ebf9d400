// Event streams: what may be declared, and what a handler may yield.
import { expectAssignable, expectNotAssignable, expectType } from 'tsd'
import { type EventOf, espalier, events, type SentEvent, type SentId, Type } from '../dist/src/index.js'

const Tick = Type.Object({ n: Type.Integer(), at: Type.Optional(Type.String()) }, { $id: 'tick' })
const ticks = events({ tick: Type.Ref(Tick), done: Type.Null() }, { heartbeat: 5000, maxBuffered: 1024 })
const app = espalier()

// What a generator yields.
app.get('/a', { schema: { response: { 200: ticks } } }, async function* () {
  yield { event: 'tick', data: { n: 1 }, id: 1 }
  yield { event: 'tick', data: { n: 1, at: 'now' }, id: 'a', retry: 1000 }
  yield { event: 'done', data: null }
})
// A place without an event, before, between and behind events.
app.get('/place', { schema: { response: { 200: ticks } } }, async function* ({ lastEventId }) {
  yield { id: lastEventId ?? 7 }
  yield { event: 'tick', data: { n: 1 }, id: 8 }
  yield { retry: 500 }
  yield { id: 9, retry: 500 }
})
async function* untilNow() {
  yield { id: 7 }
  yield { event: 'done' as const, data: null, id: 8 }
}
app.get('/place-of-another', { schema: { response: { 200: ticks } } }, () => untilNow())
expectAssignable<SentId>({ id: 1 })
expectNotAssignable<SentId>({})
expectNotAssignable<SentId>({ id: undefined })
expectNotAssignable<SentId>({ id: 1, data: null })

// What returns one, by promise or not.
app.get('/b', { schema: { response: { 200: ticks } } }, async (request) => {
  expectType<string | undefined>(request.lastEventId)
  return (async function* () {
    yield { event: 'tick' as const, data: { n: 1 } }
  })()
})
app.get('/c', { schema: { response: { 200: ticks } } }, (_request, reply) =>
  reply.send(
    (async function* () {
      yield { event: 'done' as const, data: null }
    })()
  )
)
// Beside another media type.
app.get(
  '/d',
  { schema: { response: { 200: { content: { 'application/json': { schema: Tick }, ...ticks.content } } } } },
  (request, reply) => {
    if (request.headers.accept === 'application/json') return reply.type('application/json').send({ n: 1 })
    return reply.type('text/event-stream').send(
      (async function* () {
        yield { event: 'done' as const, data: null }
      })()
    )
  }
)
// Another entry of the same map.
app.get('/e', { schema: { response: { 200: ticks, 404: { message: Type.String() } } } }, (_request, reply) =>
  reply.code(404).send({ message: 'There is none.' })
)

// @ts-expect-error there is no event 'tok'
app.get('/f', { schema: { response: { 200: ticks } } }, async function* () {
  yield { event: 'tok', data: { n: 1 } }
})
// @ts-expect-error event 'tick'.data.n is a number
app.get('/g', { schema: { response: { 200: ticks } } }, async function* () {
  yield { event: 'tick', data: { n: 'one' } }
})
// @ts-expect-error event 'tick'.data is required
app.get('/h', { schema: { response: { 200: ticks } } }, async function* () {
  yield { event: 'tick' }
})
// @ts-expect-error what is yielded is { event, data }, or { id } alone
app.get('/place-with-data', { schema: { response: { 200: ticks } } }, async function* () {
  yield { id: 1, data: { n: 1 } }
})
// @ts-expect-error an object is no stream
app.get('/i', { schema: { response: { 200: ticks } } }, () => ({ n: 1 }))
// @ts-expect-error the name of an event has at least one character
events({ '': Tick })
// @ts-expect-error the name of an event has no line break
events({ 'a\nb': Tick })
// @ts-expect-error 1 is no schema
events({ a: 1 })
// @ts-expect-error the option is heartbeat
events({ tick: Tick }, { heartBeat: 1 })

const lines = { 200: { content: { 'application/x-ndjson': { schema: Tick } } } }
async function* rows() {
  yield { n: 1 }
}
app.get('/lines', { schema: { response: lines } }, (_request, reply) => reply.type('application/x-ndjson').send(rows()))
async function* names() {
  yield { name: 'one' }
}
app.get('/wrong-lines', { schema: { response: lines } }, (_request, reply) =>
  // @ts-expect-error each line is a tick
  reply.type('application/x-ndjson').send(names())
)

type Events = { tick: typeof Tick; done: ReturnType<typeof Type.Null> }
expectType<
  | { readonly event: 'tick'; readonly data: { n: number; at?: string }; readonly id?: string }
  | { readonly event: 'done'; readonly data: null; readonly id?: string }
>({} as EventOf<Events>)
expectAssignable<SentEvent<Events>>({ event: 'done', data: null, id: 7, retry: 10 })
