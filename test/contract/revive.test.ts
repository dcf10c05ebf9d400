import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RevivalPlan, revive } from '../../src/contract/revive.ts'

const date: RevivalPlan = { as: 'date' }
const text = '2026-01-02T03:04:05.678Z'
const at = new Date(text)

test('a text becomes what its plan says, and everything else stays', () => {
  assert.deepEqual(revive(text, date), at)
  assert.equal(revive('-123456789012345678901', { as: 'bigint' }), -123456789012345678901n)
  for (const value of [null, 1, true, [], {}]) assert.equal(revive(value, date), value)
  assert.equal(revive(text, undefined), text)
  assert.equal(revive(text, {}), text)
})

test('fields have plans of their own, the others and the members of lists that of the rest', () => {
  const plan: RevivalPlan = {
    fields: { a: date, list: { rest: date }, pair: { fields: { 1: date } } },
    rest: { as: 'bigint' }
  }
  const value = { a: text, list: [text, null, text], pair: [text, text], b: '1', c: '2' }
  assert.deepEqual(revive(value, plan), { a: at, list: [at, null, at], pair: [text, at], b: 1n, c: 2n })
})

test('names that objects inherit are names like others', () => {
  const value = JSON.parse('{"__proto__":"1","constructor":"2","toString":{"a":"3"}}')
  const revived = revive(value, { fields: { a: date } })
  assert.deepEqual(Object.entries(revived as object), [
    ['__proto__', '1'],
    ['constructor', '2'],
    ['toString', { a: '3' }]
  ])
  assert.equal(Object.getPrototypeOf(revived), Object.prototype)
})

test('a text that is not what its plan says is told of', () => {
  for (const none of ['', 'soon', '2026-13-01T00:00:00Z'])
    assert.throws(() => revive({ a: none }, { fields: { a: date } }))
  for (const none of ['1.5', 'x']) assert.throws(() => revive([none], { rest: { as: 'bigint' } }))
})

test('a field that is called as what every object has is one of the rest', () => {
  const value = JSON.parse(`{ "constructor": "${text}", "__proto__": "${text}", "toString": { "a": "${text}" } }`)
  const revived = revive(value, { rest: { as: 'date', rest: date } })
  assert.deepEqual(Object.entries(revived as object), [
    ['constructor', at],
    ['__proto__', at],
    ['toString', { a: at }]
  ])
})
