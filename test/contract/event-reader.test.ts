// Events must not depend on how the bytes of a stream are split (HTML standard, "Interpreting an event stream").
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readEvents, type StreamCall, type StreamPosition } from '../../src/contract/event-reader.ts'
import { until } from '../until.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function callAt(place: StreamPosition, heartbeat = 15_000): StreamCall {
  const source = { plan: { heartbeat }, toValue: (text: string) => text, fault: (code: string) => new Error(code) }
  return { ...place, source, retries: 0, most: 0, own: new AbortController(), input: {}, options: {} }
}

const never = async (cut: unknown) => {
  throw cut
}

const readFrom = (body: ReadableStream, call = callAt({ first: 0, attempt: 0 }), end = () => {}) =>
  readEvents(body, call, never, end)

async function read(
  chunks: readonly Uint8Array[],
  place: StreamPosition = { first: 7, attempt: 3 },
  given: object = {}
) {
  const events: unknown[] = []
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    }
  })
  const call = Object.assign(callAt(place), given)
  const reading = readFrom(body, call)
  call.first = place.first
  for await (const event of reading) events.push(event)
  const { first, attempt, last } = call
  return { events, place: { first, attempt, ...(last && { last }) } }
}

const message = (data: string, id?: string) => ({ event: 'message', data, ...(id !== undefined && { id }) })

const streams: [name: string, text: string, events: unknown[]][] = [
  ['lines end in LF', 'data: a\n\ndata: b\n\n', [message('a'), message('b')]],
  ['lines end in CR', 'data: a\r\rdata: b\r\r', [message('a'), message('b')]],
  ['lines end in CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n', [message('a'), message('b')]],
  ['lines end in a mixture', 'data: a\r\n\rdata: b\n\r\ndata: c\r\n\n', [message('a'), message('b'), message('c')]],
  ['data has several lines', 'data: a\ndata\ndata: b\r\ndata:\n\n', [message('a\n\nb\n')]],
  ['an event has a name and an id', 'event: tick\nid: 7\ndata: a\n\n', [{ event: 'tick', data: 'a', id: '7' }]],
  ['the last event name is used', 'event: a\nevent: b\ndata: c\n\n', [{ event: 'b', data: 'c' }]],
  ['an empty event name means message', 'event: a\nevent\ndata: c\n\n', [message('c')]],
  [
    'one leading space is removed',
    'data:a\n\ndata: b\n\ndata:  c\n\ndata:\td\n\n',
    ['a', 'b', ' c', '\td'].map((data) => message(data))
  ],
  ['empty data is an event', 'data\n\ndata:\n\n', [message(''), message('')]],
  ['a block without data is not an event', 'event: a\nid: 1\n\n\n\ndata: b\n\n', [message('b')]],
  [
    'comments and unknown fields are ignored',
    ':\n: data: x\nfoo: 1\nDATA: x\n data: x\ndata : x\ndata: a\n\n',
    [message('a')]
  ],
  ['an id with NUL is ignored', 'id: 1\nid: 2\0\ndata: a\n\n', [message('a', '1')]],
  ['an unterminated event is dropped', 'data: a\n\nid: 2\ndata: b\n', [message('a')]],
  ['a byte order mark is ignored', '\uFEFFdata: a\n\n', [message('a')]],
  ['Unicode line separators are text', 'data: a\u2028b\u2029\u0085c\n\n', [message('a\u2028b\u2029\u0085c')]],
  ['an empty stream has no events', '', []]
]

for (const [name, text, events] of streams)
  test(`${name}, at every split`, async () => {
    const whole = bytes(text)
    assert.deepEqual((await read([whole])).events, events)
    assert.deepEqual((await read([...whole].map((byte) => Uint8Array.of(byte)))).events, events)
    for (let at = 0; at <= whole.length; at++)
      assert.deepEqual((await read([whole.slice(0, at), whole.slice(at)])).events, events)
  })

// The loop starts at 3: the decoder of Node 24 and 26 drops both marks if the first mark is split.
test('a second byte order mark is part of the field at every split', async () => {
  const whole = bytes('\uFEFF\uFEFFdata: a\n\ndata: b\n\n')
  for (let at = 3; at <= whole.length; at++)
    assert.deepEqual((await read([whole.slice(0, at), whole.slice(at)])).events, [message('b')])
})

test('a stream yields the same events at every split of its UTF-8 bytes', async () => {
  const data = fc.string({ unit: 'grapheme' }).filter((text) => !/[\r\n]/.test(text))
  const end = fc.constantFrom('\n', '\r', '\r\n')
  const cuts = fc.array(fc.nat(60), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(fc.array(data, { maxLength: 4 }), end, cuts, async (texts, line, at) => {
      const whole = bytes(texts.map((text) => `data: ${text}${line}${line}`).join(''))
      const places = [0, ...at.filter((place) => place <= whole.length).sort((a, b) => a - b), whole.length]
      const chunks = places.map((place, index) => whole.slice(places[index - 1] ?? 0, place))
      assert.deepEqual(
        (await read(chunks)).events,
        texts.map((text) => message(text))
      )
    }),
    { numRuns: 300 }
  )
})

const at = (id: string | readonly string[]) => ({ 'last-event-id': id })

test('the position is that of the last event, with the retry time of the server', async () => {
  assert.deepEqual((await read([bytes('id: 1\ndata: a\n\nid: 2\n\nid: 3\ndata: b')])).place, {
    first: 7,
    attempt: 0,
    last: at('2')
  })
  assert.deepEqual((await read([bytes('retry: 50\nid: a\ndata: a\n\nid\n\n')])).place, {
    first: 50,
    attempt: 0,
    last: at([])
  })
  for (const none of ['', 'x', '1.5', '-1', '1 '])
    assert.deepEqual((await read([bytes(`retry: ${none}\ndata: a\n\n`)])).place.first, 7)
  assert.deepEqual((await read([bytes('id: 1\n\n: comment\n\n')])).place, { first: 7, attempt: 3, last: at('1') })
})

test('an id is sent as its bytes, and an id that is invalid in a header keeps the previous position', async () => {
  assert.deepEqual((await read([bytes('id: é\t1\ndata: a\n\n')])).place.last, at('Ã©\t1'))
  for (const id of ['\x01', 'a\x1fb', '\x7f', '\x85']) {
    const { events, place } = await read([bytes(`id: 1\ndata: a\n\nid: ${id}\ndata: b\n\n`)])
    assert.deepEqual(events, [message('a', '1'), message('b', id)])
    assert.deepEqual(place.last, at('1'))
  }
})

test('toValue receives the name message for an event without a name', async () => {
  const names: string[] = []
  const call = callAt({ first: 0, attempt: 0 })
  const toValue = (text: string, _plan: unknown, event: string) => {
    names.push(event)
    return text
  }
  const body = new Response('data: a\n\nevent:\ndata: b\n\nevent: constructor\ndata: c\n\n').body
  assert.ok(body && call.source)
  for await (const _ of readFrom(body, { ...call, source: { ...call.source, toValue } }));
  assert.deepEqual(names, ['message', 'message', 'constructor'])
})

test('leaving a reader cancels the response, and a connection error is thrown', async () => {
  let reason: unknown
  const body = () =>
    new ReadableStream({
      pull: (controller) => controller.enqueue(bytes('data: a\n\n')),
      cancel: (given) => {
        reason = given ?? 'left'
      }
    })
  for await (const _ of readFrom(body())) break
  await until(() => reason !== undefined, 'the end of the response')
  const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('cut')) })
  await assert.rejects(readFrom(broken).next(), /cut/)
})

test('a connection without data for two heartbeats is cancelled', async () => {
  let isLeft = false
  const silent = new ReadableStream({
    start: (controller) => controller.enqueue(bytes('data: a\n\n: alive\n\n')),
    cancel() {
      isLeft = true
    }
  })
  const events = readFrom(silent, callAt({ first: 0, attempt: 0 }, 5))
  assert.deepEqual((await events.next()).value, message('a'))
  await assert.rejects(events.next(), { name: 'TimeoutError', message: 'nothing came for 10 ms' })
  assert.ok(isLeft)
})
