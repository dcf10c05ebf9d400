import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EventSchemas } from '../../src/schema/event-schemas.ts'
import { compileEvents, isEventSerializer } from '../../src/stage/event-text.ts'

const options = { heartbeat: 1, maxBuffered: 1 }
const where = { method: 'GET', url: '/' }
const make = (serialize: (data: unknown) => string) =>
  compileEvents(new EventSchemas(new Map([['tick', {}]]), options), () => serialize, where)

test('an error thrown by a serializer is the reason in the message, and the cause', () => {
  const cause = new Error('no number')
  const toText = make(() => {
    throw cause
  })
  assert.throws(() => toText({ event: 'tick', data: 1 }), {
    code: 'ESP_ERR_EVENT_INVALID',
    message: "Route '/' (GET) cannot send the event 'tick': no number",
    cause
  })
})

test('a yielded value that is not an event object with a declared name is refused', () => {
  const toText = make(JSON.stringify)
  for (const given of [null, undefined, 7, []]) assert.throws(() => toText(given), { code: 'ESP_ERR_EVENT_INVALID' })
  assert.throws(() => toText({ event: 'toString', data: 1 }), { code: 'ESP_ERR_EVENT_INVALID' })
})

test('a serializer that returns a promise is refused', () => {
  const toText = make((async () => '1') as never)
  assert.throws(() => toText({ event: 'tick', data: 1 }), { code: 'ESP_ERR_EVENT_INVALID' })
})

const broken = () => Promise.reject(new Error('forgotten'))

const promised: Readonly<Record<string, () => object>> = {
  'an event': broken,
  data: () => ({ event: 'tick', data: broken() }),
  'a member of data': () => ({ event: 'tick', data: { list: [1, { of: broken() }] } }),
  'an event name': () => ({ event: broken(), data: 1 }),
  'an id': () => ({ event: 'tick', data: 1, id: broken() }),
  'a retry': () => ({ event: 'tick', data: 1, retry: broken() }),
  'another member': () => ({ event: 'tick', data: 1, comment: broken() }),
  'data of an undeclared event': () => ({ event: 'tock', data: broken() })
}
for (const [place, build] of Object.entries(promised))
  test(`${place} that is a promise is refused, and its rejection is handled`, async () => {
    assert.throws(() => make(JSON.stringify)(build()), { code: 'ESP_ERR_EVENT_INVALID', message: /promise/ })
    await new Promise(setImmediate)
  })

test('a getter of a class instance is checked for a promise when the schema declares its property', async () => {
  class Row {
    get author() {
      return broken()
    }
  }
  const schema = { type: 'object', properties: { author: { type: 'object' } } }
  const toText = compileEvents(new EventSchemas(new Map([['tick', schema]]), options), () => JSON.stringify, where)
  assert.throws(() => toText({ event: 'tick', data: new Row() }), { code: 'ESP_ERR_EVENT_INVALID', message: /promise/ })
  await new Promise(setImmediate)
})

test('data that JSON cannot represent is refused', () => {
  const toText = make(JSON.stringify)
  for (const data of [() => 1, Symbol('a'), { toJSON() {} }, 1n])
    assert.throws(() => toText({ event: 'tick', data }), { code: 'ESP_ERR_EVENT_INVALID' })
})

test('an id or a retry that an event stream parser would read differently is refused', () => {
  const toText = make(JSON.stringify)
  const odd = ['a\0', 'a\nb', '\ud800', ' a', 'a\t', 'a\x01b', '\x7f', 'x'.repeat(4097), 'é'.repeat(2049)]
  for (const id of [Number.NaN, Number.POSITIVE_INFINITY, null, {}, ...odd])
    assert.throws(() => toText({ event: 'tick', data: 1, id }), {
      code: 'ESP_ERR_EVENT_INVALID',
      message: /its id must be/
    })
  for (const retry of [1e21, 2 ** 53, 2 ** 31, -1, 1.5, '1', null])
    assert.throws(() => toText({ event: 'tick', data: 1, retry }), {
      code: 'ESP_ERR_EVENT_INVALID',
      message: /its retry/
    })
  assert.equal(toText({ id: 'a\tb', retry: 2 ** 31 - 1 }), 'id: a\tb\nretry: 2147483647\n\n')
  assert.ok(toText({ id: 'é'.repeat(2048) }))
  assert.equal(toText({ event: 'tick', data: 1, id: 1e21, retry: -0 }), 'event: tick\nid: 1e+21\nretry: 0\ndata: 1\n\n')
})

test('an id or a retry without name and data is written alone', () => {
  const toText = make(JSON.stringify)
  assert.equal(toText({ id: 7 }), 'id: 7\n\n')
  assert.equal(toText({ id: '', retry: undefined }), 'id: \n\n')
  assert.equal(toText({ retry: 0, event: undefined, data: undefined }), 'retry: 0\n\n')
  assert.equal(toText({ retry: 5, id: 'a' }), 'id: a\nretry: 5\n\n')
})

test('an event without a name or without data is refused', () => {
  const toText = make(JSON.stringify)
  for (const given of [{}, { id: undefined }, { id: 7, data: 1 }, { id: 7, n: 1 }, { retry: 1, evnt: 'tick' }])
    assert.throws(() => toText(given), { code: 'ESP_ERR_EVENT_INVALID', message: /without a name/ })
  assert.throws(() => toText({ event: 'tick', id: 7 }), { code: 'ESP_ERR_EVENT_INVALID', message: /it has no data/ })
  assert.throws(() => toText({ id: 'a\nb' }), { code: 'ESP_ERR_EVENT_INVALID', message: /its id must be/ })
  assert.throws(() => toText({ retry: -1 }), { code: 'ESP_ERR_EVENT_INVALID', message: /its retry must be/ })
})

test('several lines of serialized data become several data fields', () => {
  const toText = make((data) => JSON.stringify(data, null, 1).replace('\n', '\r\n'))
  assert.equal(toText({ event: 'tick', data: { n: 1 } }), 'event: tick\ndata: {\ndata:  "n": 1\ndata: }\n\n')
})

test('null, false, 0 and the empty string are written as data, and undefined fields are left out', () => {
  const toText = make(JSON.stringify)
  for (const data of [null, false, 0, '']) {
    const event = { event: 'tick', data, id: undefined, retry: undefined }
    assert.equal(toText(event), `event: tick\ndata: ${JSON.stringify(data)}\n\n`)
  }
  assert.equal(toText({ event: 'tick', data: 1, id: 0, retry: 0 }), 'event: tick\nid: 0\nretry: 0\ndata: 1\n\n')
})

test('isEventSerializer recognizes an event serializer, which has its options', () => {
  const toText = make(JSON.stringify)
  assert.ok(isEventSerializer(toText))
  assert.equal(toText.options, options)
  assert.ok(!isEventSerializer(JSON.stringify as never))
})
