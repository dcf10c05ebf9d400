import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TSchema, Type } from '../../../src/index.ts'
import { buildSerializer } from '../../../src/schema/serializer.ts'

const closed = { additionalProperties: false }
const write = (members: TSchema[], value: unknown) =>
  buildSerializer()({ schema: Type.Union(members), method: 'GET', url: '/', httpStatus: '200' })(value)

test('among members that keep equally many properties, the first is used', () => {
  const [A, B] = [Type.Object({ a: Type.Integer() }, closed), Type.Object({ b: Type.Integer() }, closed)]
  assert.equal(write([A, B], { a: 1, b: 2 }), '{"a":1}')
  assert.equal(write([B, A], { a: 1, b: 2 }), '{"b":2}')
})

test('an open member keeps undeclared properties', () => {
  const Narrow = Type.Object({ a: Type.Integer() }, closed)
  const Wide = Type.Object(
    { a: Type.Integer(), b: Type.Object({ c: Type.Integer() }, closed) },
    { additionalProperties: true }
  )
  assert.equal(write([Narrow, Wide], { a: 1, b: { c: 2, d: 3 }, x: 4 }), '{"a":1,"b":{"c":2},"x":4}')
})

const Card = Type.Object({ kind: Type.Literal('card'), digits: Type.String({ maxLength: 4 }) }, closed)
const Cash = Type.Object({ kind: Type.Literal('cash') }, closed)

test('the member whose constant matches is used, regardless of order and of undeclared properties', () => {
  for (const members of [
    [Card, Cash],
    [Cash, Card]
  ]) {
    assert.equal(write(members, { kind: 'card', digits: '1234' }), '{"kind":"card","digits":"1234"}')
    assert.equal(write(members, { kind: 'card', digits: '1234', owner: 'Ada' }), '{"kind":"card","digits":"1234"}')
  }
})

test('a value with the constant of a member that it does not match throws', () => {
  assert.throws(() => write([Card, Cash], { kind: 'card', digits: '12345' }), /does not match schema definition/)
})
