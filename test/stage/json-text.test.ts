import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonTextOf, type Refuse } from '../../src/stage/json-text.ts'

const refuse: Refuse = (reason, cause) => {
  throw Object.assign(new Error(reason), { cause })
}

test('the text of a serializer is returned unchanged', () => {
  assert.equal(jsonTextOf({ a: 1 }, JSON.stringify, refuse), '{"a":1}')
  assert.equal(
    jsonTextOf(1, () => '1\n', refuse),
    '1\n'
  )
})

test('an error thrown by a serializer is the reason and the cause', () => {
  const cause = new Error('no number')
  const fail = () => {
    throw cause
  }
  assert.throws(() => jsonTextOf(1, fail, refuse), { message: 'no number', cause })
})

test('a serializer that returns a promise is refused', () => {
  assert.throws(() => jsonTextOf(1, async () => '1', refuse), /A serializer returned a promise/)
})

for (const value of [undefined, () => {}, Symbol('a'), { toJSON() {} }])
  test(`data of type ${typeof value} without a JSON form is refused`, () => {
    assert.throws(() => jsonTextOf(value, JSON.stringify, refuse), /^Error: JSON has no form for its data/)
  })

test("a text with an undefined member is refused, and one with the string 'undefined' is accepted", () => {
  assert.throws(() => jsonTextOf(1, () => '{"a":undefined}', refuse), /^Error: JSON has no form for its data/)
  assert.equal(jsonTextOf({ a: 'undefined' }, JSON.stringify, refuse), '{"a":"undefined"}')
})
