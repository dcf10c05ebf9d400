import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAjvFunction, markAjvFunction } from '../../src/schema/ajv-function.ts'
import { buildValidator, type Validate } from '../../src/schema/validator.ts'

test('validators compiled by Ajv or read from a module are marked as functions of Ajv, those of a user are not', () => {
  const schema = { type: 'object', properties: { n: { type: 'integer' } }, minProperties: 1 }
  const compiled = buildValidator({}, {})({ schema, method: 'GET', url: '/', httpPart: 'body' })
  compiled({ n: '1' })
  const own: Validate = () => true
  const read: Validate = () => true
  assert.equal(markAjvFunction(read), read)
  assert.deepEqual([compiled, read, own].map(isAjvFunction), [true, true, false])
})
