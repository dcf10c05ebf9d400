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
  ['fields that are called as keywords are', { type: Type.String() }, json],
  ['a list', Type.Array(at), { '+json': { rest: { as: 'date' } } }],
  ['numbers', Type.Union([Type.Integer(), Type.Null(), Type.Literal(true)]), json],
  ['a text', Type.String(), orText],
  ['a text that stands for a date', at, { '+json': { as: 'date' }, 'text/*': {} }],
  ['a text or null', Type.Union([Type.String(), Type.Null()]), orText],
  ['a reference that brings its schema', Type.Ref(Named), { '+json': plan }],
  ['an intersection', Type.Intersect([Named, Type.Object({ n: Type.Integer() })]), { '+json': plan }],
  ['a schema of JSON', { type: ['object', 'null'] }, json],
  ['texts of a list', { enum: ['a', 1] }, orText],
  ['numbers of a list', { enum: [1, null] }, json],
  ['a constant', { const: 7 }, json],
  ['members of either kind', { oneOf: [{ type: 'string' }, { type: 'object' }] }, orText],
  ['an id', { $ref: 'book' }, {}],
  ['anything', Type.Any(), {}],
  ['a type that JSON has not', { type: 'Uint8Array' }, {}],
  ['no schema', undefined, {}],
  ['an empty one', {}, {}],
  [
    'media types',
    { content: { 'Application/JSON; charset=utf-8': { schema: Named }, 'text/*': { schema: Type.String() } } },
    { 'application/json': plan, 'text/*': {} }
  ],
  ['a list in a text of commas', { content: { 'text/csv': { schema: Type.Array(at) } } }, { 'text/csv': {} }],
  ['an event stream', stream, { 'text/event-stream': { fields: { tick: plan }, heartbeat: 7 } }],
  ['a field that is called content', { content: at }, { '+json': { fields: { content: { as: 'date' } } } }]
] as const)
  test(`the answers of ${name}`, () => {
    assert.deepEqual(responsePlan('200', entry), found)
  })

test('a status that has no body has no media types', () => {
  for (const status of ['204', '205', '304']) assert.deepEqual(responsePlan(status, Type.Null()), {})
})
