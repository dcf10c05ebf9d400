import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoint, espalier, events, Type } from 'espalier'
import { createClient } from 'espalier/client'
import { createHub, memoryLog, topic } from '../../src/index.ts'

const Note = Type.Object({ at: Type.DateTime(), n: Type.BigInteger() }, { $id: 'Note' })
const day = Type.String({ format: 'date' })
const time = Type.String({ format: 'time' })
const stream = events({
  kept: {
    at: Type.DateTime(),
    day,
    time,
    n: Type.BigInteger(),
    none: Type.Optional(Type.BigInteger()),
    note: Type.Ref(Note),
    later: Type.Ref('Note', () => Note),
    list: Type.Array(Type.Union([Type.BigInteger(), Type.Null()])),
    pair: Type.Tuple([Type.Integer(), Type.BigInteger()]),
    record: Type.Record(Type.String(), day),
    both: Type.Intersect([Type.Object({ a: Type.BigInteger() }), Type.Object({ b: Type.DateTime() })]),
    form: Type.Union([
      Type.Object({ kind: Type.Literal('hour'), at: time }),
      Type.Object({ kind: Type.Literal('day'), at: day })
    ])
  },
  text: Type.BigInteger()
})

const at = new Date('2026-11-28T21:30:15.123Z')
const long = 9_007_199_254_740_993n
const kept = {
  event: 'kept',
  data: {
    at,
    day: at,
    time: at,
    n: long,
    note: { at, n: -long },
    later: { at, n: `${long}` },
    list: [long, null],
    pair: [1, long] as const,
    record: { a: at, constructor: at },
    both: { a: 5n, b: at },
    form: { kind: 'day', at }
  }
} as const

test('an event of a topic is sent like one that a route yields itself', async (t) => {
  const notes = topic('notes', stream)
  const hub = createHub(memoryLog())
  const lastEventId = await hub.idAt(notes, 'oldest')
  await hub.append(notes, kept)
  await hub.append(notes, { event: 'text', data: long })

  const followed = endpoint('GET /followed', { response: { 200: stream } })
  const direct = endpoint('GET /direct', { response: { 200: stream } })
  const app = espalier({ logger: false })
  app.route(followed, ({ signal }) => hub.follow(notes, { lastEventId, signal }))
  app.route(direct, async function* () {
    yield kept
    yield { event: 'text', data: long } as const
  })
  t.after(() => app.close())
  const api = createClient({ followed, direct }, { baseUrl: await app.listen({ port: 0, host: '127.0.0.1' }) })
  const dataOf = async (name: 'followed' | 'direct') => {
    const found: unknown[] = []
    for await (const { data } of await api[name]().expect(200)) if (found.push(data) === 2) break
    return found
  }
  const [ofTopic, ofRoute] = [await dataOf('followed'), await dataOf('direct')]
  hub.close()
  assert.deepEqual(ofTopic, ofRoute)
  assert.deepEqual([Object(ofTopic[0]).at, Object(ofTopic[0]).n, ofTopic[1]], [at, long, long])
})

test('a value that its schema cannot write as JSON is refused', async () => {
  const numbers = topic('numbers', events({ count: Type.Integer(), any: Type.Unknown(), at: Type.DateTime() }))
  const hub = createHub(memoryLog())
  // TypeScript refuses these values, except the last two.
  const append = (event: unknown) => Reflect.apply(hub.append, hub, [numbers, event])
  await assert.rejects(append({ event: 'count', data: 5n }), /'count': its data is not JSON/)
  await assert.rejects(append({ event: 'any', data: [5n] }), /'any': its data is not JSON/)
  await assert.rejects(append({ event: 'at', data: new Date(Number.NaN) }), /'at': data must be string/)
})
