import assert from 'node:assert/strict'
import { test } from 'node:test'
import { events, Type } from 'espalier'
import { createHub, EventLogError, type EventLogErrorCode, memoryLog, topic } from '../../src/index.ts'

const fails = (code: EventLogErrorCode, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof EventLogError)
  assert.equal(error.code, code)
  assert.match(error.message, message)
  return true
}
const refuses = (message: RegExp) => fails('ESP_ERR_EVENT_REFUSED', message)
const noTopic = (message: RegExp) => fails('ESP_ERR_EVENT_TOPIC', message)

const title = Type.Object({ title: Type.String(), copies: Type.Integer({ default: 1 }) })

async function dataOf(append: (hub: ReturnType<typeof createHub>) => Promise<unknown>, read: ReturnType<typeof topic>) {
  const hub = createHub(memoryLog())
  const lastEventId = await hub.idAt(read, 'oldest')
  await append(hub)
  const stream = await hub.follow(read, { lastEventId, signal: new AbortController().signal })
  try {
    await stream.next()
    return (await stream.next()).value
  } finally {
    await stream.return(undefined)
    hub.close()
  }
}

test('events that do not match the schemas are refused and not appended', async () => {
  const news = topic('news', events({ news: title, reset: Type.Null() }))
  const log = memoryLog()
  const hub = createHub(log)
  // TypeScript refuses these events, too.
  const append = (event: unknown) => Reflect.apply(hub.append, hub, [news, event])
  const cycle: { self?: object } = {}
  cycle.self = cycle
  const wrong: readonly (readonly [unknown, RegExp])[] = [
    [{ event: 'news', data: { title: 7 } }, /'news' refuses the event 'news': data\/title must be string/],
    [{ event: 'news', data: {} }, /must have required property 'title'/],
    [{ event: 'old', data: null }, /refuses the event 'old': the topic declares 'news', 'reset'/],
    [{ event: 'toString', data: null }, /the topic declares/],
    [{ event: 'reset', data: null }, /readers are sent it, and no log keeps it/],
    [{ event: 'news' }, /its data is not JSON/],
    [{ event: 'news', data: 1n }, /its data is not JSON/],
    [{ event: 'news', data: cycle }, /its data is not JSON/]
  ]
  for (const [event, message] of wrong) await assert.rejects(append(event), refuses(message))
  const { oldest, newest } = await log.ends('news')
  assert.equal(oldest, newest)
})

test('a value that is not a topic rejects', async () => {
  const hub = createHub(memoryLog())
  for (const given of ['news', {}, null, { name: 'news' }])
    await assert.rejects(
      Reflect.apply(hub.append, hub, [given, { event: 'news', data: null }]),
      noTopic(/not a topic. Make one by topic\(name/)
    )
})

test('an invalid topic throws at declaration', () => {
  const stream = events({ news: title })
  for (const name of ['', 'a\nb', 'x'.repeat(201), '\ud800'])
    assert.throws(() => topic(name, stream), noTopic(/1 to 200/))
  for (const version of [0, 1.5, -1, Number.NaN])
    assert.throws(() => topic('news', stream, { version }), noTopic(/version must be a whole number from 1/))
  assert.throws(
    () => topic('news', events({ news: Type.Ref('nowhere') })),
    noTopic(/schema of 'news' does not compile: can't resolve reference nowhere .*Type\.Ref\(schema\).*'schemas'/)
  )
  assert.throws(() => topic('news', events({ reset: title })), noTopic(/Declare reset: Type.Null\(\)/))
  assert.throws(() => Reflect.apply(topic, undefined, ['news', { news: title }]), noTopic(/made by events/))
  assert.throws(() => topic('news', stream).of(''), noTopic(/1 to 200/))
  assert.throws(() => topic('news', stream).of('a\0'), noTopic(/1 to 200/))
})

test('the topic of a key has its own name and the same events', async () => {
  const tickets = topic('tickets', events({ said: Type.String() }))
  assert.equal(tickets.of(7).name, 'tickets/7')
  assert.equal(tickets.of('a').of('b').name, 'tickets/a/b')
  const event = { event: 'said', data: 'hello' } as const
  const found = await dataOf((hub) => hub.append(tickets.of(7), event), tickets.of('7'))
  assert.equal(found?.data, 'hello')
})

test('a default is filled in at reading, so that older events may lack it', async () => {
  const old = topic('news', events({ news: { title: Type.String() } }))
  const news = topic('news', events({ news: title }))
  const found = await dataOf((hub) => hub.append(old, { event: 'news', data: { title: 'one' } }), news)
  assert.deepEqual(found?.data, { title: 'one', copies: 1 })
})

test('JSON Schemas, schemas of other libraries and references validate events', async () => {
  const even = {
    '~standard': {
      version: 1 as const,
      vendor: 'test',
      validate: (value: unknown) =>
        Number(value) % 2 === 0 ? { value: Number(value) } : { issues: [{ message: 'it is odd' }] }
    }
  }
  const Book = Type.Object({ title: Type.String() }, { $id: 'book' })
  const mixed = topic('mixed', events({ json: { type: 'integer' }, even, book: Type.Ref('book') }), { schemas: [Book] })
  const hub = createHub(memoryLog())
  const append = (event: unknown) => Reflect.apply(hub.append, hub, [mixed, event])
  for (const event of [
    { event: 'json', data: 1 },
    { event: 'even', data: 2 },
    { event: 'book', data: { title: 'Emma' } }
  ])
    assert.match(await append(event), /-/)
  await assert.rejects(append({ event: 'json', data: '1' }), refuses(/must be integer/))
  await assert.rejects(append({ event: 'even', data: 3 }), refuses(/it is odd/))
  await assert.rejects(append({ event: 'book', data: {} }), refuses(/required property 'title'/))
})

test('a migrate function that throws or returns invalid data makes an event unreadable', async () => {
  const old = topic('news', events({ news: Type.String() }))
  const today = events({ news: Type.Object({ title: Type.String() }) })
  const append = (hub: ReturnType<typeof createHub>) => hub.append(old, { event: 'news', data: 'one' })
  const broken = topic('news', today, {
    version: 2,
    migrate: () => {
      throw new Error('no idea')
    }
  })
  const wrong = topic('news', today, {
    version: 2,
    // The types do not know the data of older versions.
    migrate: ({ data }) => ({ event: 'news', data: data as { title: string } })
  })
  const unreadable = (message: RegExp) => fails('ESP_ERR_EVENT_UNREADABLE', message)
  await assert.rejects(
    dataOf(append, broken),
    unreadable(/'news' of version 1, and the topic reads version 2: it could not be migrated/)
  )
  await assert.rejects(dataOf(append, wrong), unreadable(/data must be object/))
})
