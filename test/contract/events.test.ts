import assert from 'node:assert/strict'
import { test } from 'node:test'
import { events, eventsOf } from '../../src/contract/events.ts'

const tick = { type: 'object', properties: { n: { type: 'integer' } } }

for (const name of ['', 'a\nb', 'a\rb', 'a\0b', '\ud800'])
  test(`an event named ${JSON.stringify(name)} is refused at declaration`, () => {
    assert.throws(() => events({ [name]: tick }), {
      code: 'ESP_ERR_ARGUMENT_INVALID',
      message: /^The name of an event must be at least one character and no line break, not /
    })
  })

for (const given of [undefined, null, {}, [tick], 'tick'])
  test(`events(${JSON.stringify(given)}) throws`, () => {
    assert.throws(() => events(given as never), { code: 'ESP_ERR_ARGUMENT_INVALID', message: /of one or more events/ })
  })

test('an event without a schema is refused with its name', () => {
  assert.throws(() => events({ tick: 7 as never }), {
    message: "The schema of the event 'tick' must be a schema, not 7."
  })
})

for (const option of ['heartbeat', 'maxBuffered'])
  for (const value of [0, -1, Number.NaN, 'soon', 2 ** 40])
    if (option === 'heartbeat' || value !== 2 ** 40)
      test(`events() refuses ${value} for the option ${option}`, () => {
        assert.throws(() => events({ tick }, { [option]: value }), {
          message: new RegExp(`^The option ${option} of events`)
        })
      })

test('the result of events() is a response entry of OpenAPI 3.2 and serializable', () => {
  const value = events({ tick, done: { type: 'null' } })
  const item = (name: string, contentSchema: object) => ({
    required: ['event', 'data'],
    properties: { event: { const: name }, data: { contentMediaType: 'application/json', contentSchema } }
  })
  assert.deepEqual(JSON.parse(JSON.stringify(value)), {
    content: {
      'text/event-stream': {
        itemSchema: {
          type: 'object',
          properties: {
            event: { type: 'string' },
            data: { type: 'string' },
            id: { type: 'string' },
            retry: { type: 'integer', minimum: 0 }
          },
          oneOf: [item('tick', tick), item('done', { type: 'null' })]
        }
      }
    }
  })
  assert.deepEqual(value[Symbol.for('espalier.events') as keyof object], { tick, done: { type: 'null' } })
})

test('schemas and options are found in a copy of the media type', () => {
  const { content } = events({ tick }, { heartbeat: 5 })
  assert.deepEqual(eventsOf({ ...content['text/event-stream'] }), {
    schemas: { tick },
    options: { heartbeat: 5, maxBuffered: 16_384 }
  })
  for (const none of [undefined, null, 'text', {}, { schema: tick }]) assert.equal(eventsOf(none), undefined)
})
