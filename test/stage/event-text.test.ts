import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EventSchemas } from '../../src/schema/event-schemas.ts'
import { compileEvents, isOfEvents } from '../../src/stage/event-text.ts'

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
  assert.ok(isOfEvents(toText))
  assert.equal(toText.options, options)
  assert.ok(!isOfEvents(JSON.stringify as never))
})
