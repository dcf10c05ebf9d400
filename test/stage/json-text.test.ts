import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonTextOf, type Refuse } from '../../src/stage/json-text.ts'

const refuse: Refuse = (reason, cause) => {
  throw Object.assign(new Error(reason), { cause })
}

test('the text of a serializer is returned as it is', () => {
  assert.equal(jsonTextOf({ a: 1 }, JSON.stringify, refuse), '{"a":1}')
  assert.equal(
    jsonTextOf(1, () => '1\n', refuse),
    '1\n'
  )
})

test('what a serializer throws is the reason and the cause', () => {
  const cause = new Error('no number')
  const fail = () => {
    throw cause
  }
  assert.throws(() => jsonTextOf(1, fail, refuse), { message: 'no number', cause })
})

test('a serializer that promises a text is refused', () => {
  assert.throws(() => jsonTextOf(1, async () => '1', refuse), /A serializer returned a promise/)
})

for (const value of [undefined, () => {}, Symbol('a'), { toJSON() {} }])
  test(`${typeof value} has no JSON`, () => {
    assert.throws(() => jsonTextOf(value, JSON.stringify, refuse), /^Error: JSON has no form for its data/)
  })

test('a text in which a member has no value is refused, and one that speaks of undefined is not', () => {
  assert.throws(() => jsonTextOf(1, () => '{"a":undefined}', refuse), /^Error: JSON has no form for its data/)
  assert.equal(jsonTextOf({ a: 'undefined' }, JSON.stringify, refuse), '{"a":"undefined"}')
})
