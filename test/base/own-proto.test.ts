import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withOwnProto } from '../../src/base/own-proto.ts'

test('withOwnProto makes the key __proto__ an own member and keeps the same text in strings', () => {
  const value = JSON.parse('{"__proto__":{"a":1},"text":"{\\"__proto__\\":1}","list":[{"b":2,"__proto__":null}]}')
  const source = withOwnProto(JSON.stringify(value))
  assert.equal(JSON.stringify(new Function(`return ${source}`)()), JSON.stringify(value))
})
