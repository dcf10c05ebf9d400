import assert from 'node:assert/strict'
import { test } from 'node:test'
import { events } from '../../src/contract/events.ts'
import { EventSchemas, readEvents, writeOutEvents } from '../../src/schema/event-schemas.ts'
import { normalizeRouteSchema, writeOutRouteSchema } from '../../src/schema/route-schema.ts'
import { expandShorthand } from '../../src/schema/shorthand.ts'

const where = { method: 'GET', url: '/' }
const tick = { type: 'object', properties: { n: { type: 'integer' } } }

test('a schema without an event stream yields no event schemas', () => {
  assert.equal(
    readEvents({ schema: tick }, (schema) => schema),
    undefined
  )
})

test('a shorthand of event fields is expanded for serializers and for documents', () => {
  const shorthand = { n: { type: 'integer' } }
  const given = { response: { 200: events({ tick: shorthand, full: tick }) } }
  const normalized = normalizeRouteSchema(given, where)
  const declared = normalized?.response?.get('200') as { content: Map<string, EventSchemas> }
  const found = declared.content.get('text/event-stream')
  assert.ok(found instanceof EventSchemas)
  assert.deepEqual(found.byName.get('tick'), expandShorthand(shorthand))
  assert.equal(found.byName.get('full'), tick)
  const written = writeOutRouteSchema(given, normalized ?? {}) as typeof given
  const { itemSchema } = written.response[200].content['text/event-stream'] as { itemSchema: { oneOf: unknown[] } }
  assert.match(JSON.stringify(itemSchema.oneOf[0]), /"contentSchema":\{"type":"object"/)
  assert.deepEqual([...(normalizeRouteSchema(written, where)?.response?.keys() ?? [])], ['200'])
})

test('event schemas written in full are returned as the same object', () => {
  const given = { response: { 200: events({ tick }) } }
  assert.equal(writeOutRouteSchema(given, normalizeRouteSchema(given, where) ?? {}), given)
  const entry = given.response[200].content['text/event-stream']
  assert.equal(writeOutEvents(entry, readEvents(entry, (schema) => schema) as EventSchemas), undefined)
})
