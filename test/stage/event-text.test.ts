import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EventSchemas } from '../../src/schema/event-schemas.ts'
import { compileEvents, isEventSerializer } from '../../src/stage/event-text.ts'

const options = { heartbeat: 1, maxBuffered: 1 }
const where = { method: 'GET', url: '/' }
const make = (serialize: (data: unknown) => string) =>
  compileEvents(new EventSchemas(new Map([['tick', {}]]), options), () => serialize, where)

test('what a serializer throws is the reason and the cause', () => {
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

test('what cannot even be read is refused', () => {
  const toText = make(JSON.stringify)
  for (const given of [null, undefined, 7, []]) assert.throws(() => toText(given), { code: 'ESP_ERR_EVENT_INVALID' })
  assert.throws(() => toText({ event: 'toString', data: 1 }), { code: 'ESP_ERR_EVENT_INVALID' })
})

test('a serializer that promises a text is refused', () => {
  const toText = make((async () => '1') as never)
  assert.throws(() => toText({ event: 'tick', data: 1 }), { code: 'ESP_ERR_EVENT_INVALID' })
})

const broken = () => Promise.reject(new Error('forgotten'))

const promised: Readonly<Record<string, () => object>> = {
  'an event': broken,
  data: () => ({ event: 'tick', data: broken() }),
  'a member of data': () => ({ event: 'tick', data: { list: [1, { of: broken() }] } }),
  'a name': () => ({ event: broken(), data: 1 }),
  'an id': () => ({ event: 'tick', data: 1, id: broken() }),
  'a time': () => ({ event: 'tick', data: 1, retry: broken() }),
  'another member': () => ({ event: 'tick', data: 1, comment: broken() }),
  'data of a name that is not declared': () => ({ event: 'tock', data: broken() })
}
for (const [place, build] of Object.entries(promised))
  test(`${place} that is a promise is refused, and its rejection ends no process`, async () => {
    assert.throws(() => make(JSON.stringify)(build()), { code: 'ESP_ERR_EVENT_INVALID', message: /promise/ })
    await new Promise(setImmediate)
  })

test('a getter of a class that a schema speaks of is looked at, because a serializer reads it', async () => {
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

test('data without a form in JSON is refused', () => {
  const toText = make(JSON.stringify)
  for (const data of [() => 1, Symbol('a'), { toJSON() {} }, 1n])
    assert.throws(() => toText({ event: 'tick', data }), { code: 'ESP_ERR_EVENT_INVALID' })
})

test('an id and a time that readers would read otherwise are refused', () => {
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

test('an id or a time without an event is a place, which readers remember', () => {
  const toText = make(JSON.stringify)
  assert.equal(toText({ id: 7 }), 'id: 7\n\n')
  assert.equal(toText({ id: '', retry: undefined }), 'id: \n\n')
  assert.equal(toText({ retry: 0, event: undefined, data: undefined }), 'retry: 0\n\n')
  assert.equal(toText({ retry: 5, id: 'a' }), 'id: a\nretry: 5\n\n')
})

test('an event that lacks its name or its data is no place', () => {
  const toText = make(JSON.stringify)
  for (const given of [{}, { id: undefined }, { id: 7, data: 1 }, { id: 7, n: 1 }, { retry: 1, evnt: 'tick' }])
    assert.throws(() => toText(given), { code: 'ESP_ERR_EVENT_INVALID', message: /without a name/ })
  assert.throws(() => toText({ event: 'tick', id: 7 }), { code: 'ESP_ERR_EVENT_INVALID', message: /it has no data/ })
  assert.throws(() => toText({ id: 'a\nb' }), { code: 'ESP_ERR_EVENT_INVALID', message: /its id must be/ })
  assert.throws(() => toText({ retry: -1 }), { code: 'ESP_ERR_EVENT_INVALID', message: /its retry must be/ })
})

test('several lines of a serializer are several lines of data', () => {
  const toText = make((data) => JSON.stringify(data, null, 1).replace('\n', '\r\n'))
  assert.equal(toText({ event: 'tick', data: { n: 1 } }), 'event: tick\ndata: {\ndata:  "n": 1\ndata: }\n\n')
})

test('every value that JSON has is data, and fields that are undefined are not there', () => {
  const toText = make(JSON.stringify)
  for (const data of [null, false, 0, '']) {
    const event = { event: 'tick', data, id: undefined, retry: undefined }
    assert.equal(toText(event), `event: tick\ndata: ${JSON.stringify(data)}\n\n`)
  }
  assert.equal(toText({ event: 'tick', data: 1, id: 0, retry: 0 }), 'event: tick\nid: 0\nretry: 0\ndata: 1\n\n')
})

test('such a serializer is told from others, with its options', () => {
  const toText = make(JSON.stringify)
  assert.ok(isEventSerializer(toText))
  assert.equal(toText.options, options)
  assert.ok(!isEventSerializer(JSON.stringify as never))
})
