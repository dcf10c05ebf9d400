// Random responses: test/client/answer/declared.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { events, Type } from '../../src/contract/index.ts'
import { responsePlan } from '../../src/contract/response-plan.ts'

const at = Type.DateTime()
const plan = { fields: { at: { as: 'date' } } }
const json = { '+json': {} }
const orText = { '+json': {}, 'text/*': {} }
const Named = Type.Object({ at }, { $id: 'named' })
const stream = events({ tick: Type.Object({ at }), done: Type.Null() }, { heartbeat: 7 })

for (const [name, entry, found] of [
  ['an object', Type.Object({ a: Type.String() }), json],
  ['fields', { at }, { '+json': plan }],
  ['fields named like keywords', { type: Type.String() }, json],
  ['a list', Type.Array(at), { '+json': { rest: { as: 'date' } } }],
  ['numbers', Type.Union([Type.Integer(), Type.Null(), Type.Literal(true)]), json],
  ['a text', Type.String(), orText],
  ['a date-time', at, { '+json': { as: 'date' }, 'text/*': {} }],
  ['a text or null', Type.Union([Type.String(), Type.Null()]), orText],
  ['a reference with an attached schema', Type.Ref(Named), { '+json': plan }],
  ['an intersection', Type.Intersect([Named, Type.Object({ n: Type.Integer() })]), { '+json': plan }],
  ['a schema of JSON', { type: ['object', 'null'] }, json],
  ['an enum with a text', { enum: ['a', 1] }, orText],
  ['an enum of numbers', { enum: [1, null] }, json],
  ['a constant', { const: 7 }, json],
  ['a union of a text and an object', { oneOf: [{ type: 'string' }, { type: 'object' }] }, orText],
  ['a reference by $id', { $ref: 'book' }, {}],
  ['anything', Type.Any(), {}],
  ['a type outside of JSON', { type: 'Uint8Array' }, {}],
  ['undefined', undefined, {}],
  ['an empty schema', {}, {}],
  [
    'media types',
    { content: { 'Application/JSON; charset=utf-8': { schema: Named }, 'text/*': { schema: Type.String() } } },
    { 'application/json': plan, 'text/*': {} }
  ],
  ['an array as text/csv', { content: { 'text/csv': { schema: Type.Array(at) } } }, { 'text/csv': {} }],
  ['an event stream', stream, { 'text/event-stream': { fields: { tick: plan }, heartbeat: 7 } }],
  ['a field named content', { content: at }, { '+json': { fields: { content: { as: 'date' } } } }]
] as const)
  test(`the response plan of ${name}`, () => {
    assert.deepEqual(responsePlan('200', entry), found)
  })

test('a status without a body has no media types', () => {
  for (const status of ['204', '205', '304']) assert.deepEqual(responsePlan(status, Type.Null()), {})
})
