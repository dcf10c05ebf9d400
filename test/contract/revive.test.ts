import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RevivalPlan, revive } from '../../src/contract/revive.ts'

const date: RevivalPlan = { as: 'date' }
const text = '2026-01-02T03:04:05.678Z'
const at = new Date(text)

test('a text is converted by its plan, and other values stay', () => {
  assert.deepEqual(revive(text, date), at)
  assert.equal(revive('-123456789012345678901', { as: 'bigint' }), -123456789012345678901n)
  for (const value of [null, 1, true, [], {}]) assert.equal(revive(value, date), value)
  assert.equal(revive(text, undefined), text)
  assert.equal(revive(text, {}), text)
})

test('fields have plans of their own, and other members use the rest', () => {
  const plan: RevivalPlan = {
    fields: { a: date, list: { rest: date }, pair: { fields: { 1: date } } },
    rest: { as: 'bigint' }
  }
  const value = { a: text, list: [text, null, text], pair: [text, text], b: '1', c: '2' }
  assert.deepEqual(revive(value, plan), { a: at, list: [at, null, at], pair: [text, at], b: 1n, c: 2n })
})

test('inherited names are treated as own names', () => {
  const value = JSON.parse('{"__proto__":"1","constructor":"2","toString":{"a":"3"}}')
  const revived = revive(value, { fields: { a: date } })
  assert.deepEqual(Object.entries(revived as object), [
    ['__proto__', '1'],
    ['constructor', '2'],
    ['toString', { a: '3' }]
  ])
  assert.equal(Object.getPrototypeOf(revived), Object.prototype)
})

test('a text that does not match its plan throws', () => {
  for (const none of ['', 'soon', '2026-13-01T00:00:00Z'])
    assert.throws(() => revive({ a: none }, { fields: { a: date } }))
  for (const none of ['1.5', 'x']) assert.throws(() => revive([none], { rest: { as: 'bigint' } }))
})

test('a field with an inherited name uses the plan of the rest', () => {
  const value = JSON.parse(`{ "constructor": "${text}", "__proto__": "${text}", "toString": { "a": "${text}" } }`)
  const revived = revive(value, { rest: { as: 'date', rest: date } })
  assert.deepEqual(Object.entries(revived as object), [
    ['constructor', at],
    ['__proto__', at],
    ['toString', { a: at }]
  ])
})
