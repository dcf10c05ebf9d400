import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TSchema } from '@sinclair/typebox'
import { Type } from '../../src/contract/index.ts'
import { makeRevivalPlan } from '../../src/contract/revival-plan.ts'

const At = Type.DateTime()
const Long = Type.BigInteger()
const date = { as: 'date' }
const bigint = { as: 'bigint' }
const Named = Type.Object({ at: At }, { $id: 'named' })

const Later = Type.Record(Type.String(), At, { $id: 'later' }) as unknown as ReturnType<typeof Type.Null> & {
  $id: 'later'
}
const Leaf: TSchema & { $id: string } = Type.Object({ tree: Type.Ref('tree', () => Tree) }, { $id: 'leaf' })
const Tree = Type.Object({ at: At, leaf: Type.Ref(Leaf) }, { $id: 'tree' })

for (const [name, schema, plan] of [
  ['a date-time', At, date],
  ['a bigint', Long, bigint],
  [
    'an object',
    Type.Object({ at: At, n: Type.Optional(Long), title: Type.String() }),
    { fields: { at: date, n: bigint } }
  ],
  ['fields alone', { at: At, title: Type.String() }, { fields: { at: date } }],
  ['a list', Type.Array(At), { rest: date }],
  ['a tuple', Type.Tuple([Type.String(), At]), { fields: { 1: date } }],
  ['a record', Type.Record(Type.String(), Long), { rest: bigint }],
  ['a reference', Type.Array(Type.Ref(Named)), { rest: { fields: { at: date } } }],
  [
    'a reference to a schema defined later',
    Type.Tuple([Type.Ref('later', () => Later)]),
    { fields: { 0: { rest: date } } }
  ],
  ['a recursive reference', Type.Object({ at: At, tree: Type.Ref('tree', () => Tree) }), { fields: { at: date } }],
  ['an intersection', Type.Intersect([Named, Type.Object({ n: Long })]), { fields: { at: date, n: bigint } }],
  [
    'a union of date-time and null',
    Type.Object({ at: Type.Union([At, Type.Null(), Type.Integer()]) }),
    { fields: { at: date } }
  ],
  ['a union of date-time and object', Type.Union([At, Type.Object({ at: At })]), { as: 'date', fields: { at: date } }],
  [
    'a union of objects',
    Type.Union([Type.Object({ a: At }), Type.Object({ b: Long, a: Type.Null() })]),
    { fields: { a: date, b: bigint } }
  ],
  [
    'a union of an array and an object',
    Type.Union([Type.Array(At), Type.Object({ a: Type.String() })]),
    { fields: { a: {} }, rest: date }
  ],
  ['an object without revived values', Type.Object({ a: Type.String(), b: Type.Array(Type.Any()) }), undefined],
  ['a union of texts', Type.Union([Type.String(), Type.Literal('a')]), undefined],
  ['a recursive type', Type.Recursive((This) => Type.Object({ at: At, all: Type.Array(This) })), undefined],
  ['a plain JSON Schema', { type: 'object', properties: { at: At } }, undefined],
  ['undefined', undefined, undefined],
  ['an empty schema', {}, undefined]
] as const)
  test(`the plan of ${name}`, () => {
    assert.deepEqual(makeRevivalPlan(schema), plan)
  })

test('a union of a revived string with an ambiguous one throws', () => {
  const place = (schema: unknown) => {
    try {
      return makeRevivalPlan(schema)
    } catch (error) {
      return (error as Error).message.slice(0, 120)
    }
  }
  const rest = 'must be strings with one meaning, so that clients can revive them, not '
  for (const [schema, where] of [
    [Type.Union([At, Type.String()]), 'The values of a response'],
    [Type.Union([At, Long]), 'The values of a response'],
    [Type.Union([At, Type.Any()]), 'The values of a response'],
    [Type.Object({ a: Type.Array(Type.Union([At, Type.Literal('never')])) }), "The values of a response at 'a[]'"],
    [Type.Union([Type.Object({ a: At }), Type.Object({ a: Type.String() })]), "The values of a response at 'a'"],
    [Type.Union([Type.Object({ a: At }), Type.Record(Type.String(), Type.String())]), "The values of a response at 'a'"]
  ] as const)
    assert.ok(String(place(schema)).startsWith(`${where} ${rest}`.slice(0, 120)), String(place(schema)))
})
