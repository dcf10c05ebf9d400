import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cannotBe, createFindTarget, nameOf, nearness, summaryOf } from '../../src/schema/union-summary.ts'

const text = (value: string) => ({ type: 'string', const: value })
const card = { type: 'object', required: ['kind', 'number'], properties: { kind: text('card'), number: {} } }
const shared = { $id: 'shared', definitions: { card } }
const nowhere = () => undefined

test('a summary follows references and the parts of allOf', () => {
  const find = createFindTarget({ definitions: { card } }, [shared])
  const expected = summaryOf(card, nowhere)
  for (const $ref of ['#/definitions/card', 'shared#/definitions/card'])
    for (const schema of [{ $ref }, { allOf: [{ $ref }] }])
      assert.deepEqual(summaryOf(schema, find), 'allOf' in schema ? { ...expected, isLayered: true } : expected)
  assert.deepEqual(summaryOf({ $ref: 'none#' }, find), summaryOf({}, find))
})

test('a recursive schema has a summary', () => {
  const self = { $ref: '#' }
  assert.deepEqual(summaryOf(self, () => self).required, [])
})

test('a member is excluded by the type of an object and by a different constant text', () => {
  const summary = summaryOf(card, nowhere)
  assert.ok(cannotBe(summary, { kind: 'iban' }))
  assert.ok(cannotBe(summaryOf({ type: ['string', 'null'] }, nowhere), {}))
  for (const value of [{ kind: 'card' }, {}, { kind: '' }, { kind: ['iban'] }, 'x', null, [{ kind: 'iban' }]])
    assert.ok(!cannotBe(summary, value), JSON.stringify(value))
})

test('a text that a conversion may change excludes no member', () => {
  const number = { properties: { kind: { type: 'integer', const: 5 } } }
  const twice = { allOf: [{ properties: { kind: { type: 'integer' } } }, { properties: { kind: text('5') } }] }
  for (const schema of [number, twice]) assert.ok(!cannotBe(summaryOf(schema, nowhere), { kind: '5.0' }))
})

test('an optional property that another schema may remove excludes no member, a required one does', () => {
  const kind = { properties: { kind: text('card') } }
  const closed = { properties: {}, additionalProperties: false }
  const target = () => closed
  for (const layer of [
    { allOf: [closed] },
    { anyOf: [closed] },
    { dependencies: { kind: closed } },
    { $ref: '#/closed' }
  ]) {
    assert.ok(!cannotBe(summaryOf({ ...kind, ...layer }, target), { kind: 'iban' }))
    assert.ok(cannotBe(summaryOf({ ...kind, ...layer, required: ['kind'] }, target), { kind: 'iban' }))
  }
})

test('a scalar excludes a member whose constant no conversion yields', () => {
  const kindOf = (schema: object) => summaryOf({ properties: { kind: schema } }, nowhere)
  for (const [type, constant, ...given] of [
    ['integer', 5, 5, '5', '5.0', '05', ' 5'],
    ['string', '5', 5, '5'],
    ['boolean', true, 'true', 1],
    ['boolean', false, 'false', 0],
    ['null', null, 0, '', 'x'],
    ['array', 5, '6', 6]
  ] as const)
    for (const kind of given) assert.ok(!cannotBe(kindOf({ type, const: constant }), { kind }), `${constant} ${kind}`)
  for (const [type, constant, ...given] of [
    ['integer', 5, 6, '6', 'x'],
    ['string', '5', 6, '5.0', 'x'],
    ['boolean', true, 'false', 0, 2, 'x']
  ] as const)
    for (const kind of given) assert.ok(cannotBe(kindOf({ type, const: constant }), { kind }), `${constant} ${kind}`)
})

test('a constant excludes by its type unless a type beside it converts values', () => {
  assert.ok(cannotBe(summaryOf({ const: 'x' }, nowhere), {}))
  assert.ok(cannotBe(summaryOf({ properties: { kind: { const: 'card' } } }, nowhere), { kind: 'iban' }))
  assert.ok(!cannotBe(summaryOf({ enum: [{}, 5] }, nowhere), {}))
  const converting = { anyOf: [{ const: 'x' }, { type: 'integer', const: 5 }] }
  assert.ok(!cannotBe(summaryOf({ properties: { kind: converting } }, nowhere), { kind: '5.0' }))
})

test('the nearest member is the one with the literal of the value, then with most of its properties', () => {
  const iban = { type: 'object', required: ['kind', 'iban'], properties: { kind: text('iban'), iban: {} } }
  const [ofCard, ofIban] = [card, iban].map((schema) => summaryOf(schema, nowhere)) as [
    ReturnType<typeof summaryOf>,
    ReturnType<typeof summaryOf>
  ]
  const value = { kind: 'iban', number: 1 }
  assert.ok(nearness(ofIban, value) > nearness(ofCard, value))
  assert.ok(nearness(ofCard, { number: 1 }) > nearness(ofIban, { number: 1 }))
  assert.ok(nearness(ofCard, {}) > nearness(summaryOf({ type: 'string' }, nowhere), {}))
})

test('a property named like an inherited one counts like others', () => {
  const summary = summaryOf({ required: ['constructor', 'toString'], properties: { toString: text('x') } }, nowhere)
  assert.ok(nearness(summary, { constructor: 1 }) > nearness(summary, {}))
  assert.ok(!cannotBe(summary, {}))
})

test('a member is named by its title, its literals or its type', () => {
  assert.equal(nameOf(summaryOf({ ...card, title: 'Card' }, nowhere), 0), 'number 1 (Card)')
  assert.equal(nameOf(summaryOf(card, nowhere), 1), 'number 2 (kind "card")')
  assert.equal(nameOf(summaryOf({ type: ['string', 'null'] }, nowhere), 2), 'number 3 (string or null)')
  assert.equal(nameOf(summaryOf({}, nowhere), 3), 'number 4')
})
