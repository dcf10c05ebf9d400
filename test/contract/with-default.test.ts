import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withDefault } from '../../src/contract/with-default.ts'

test('a schema with a default is a copy, so that the schema itself serves elsewhere', () => {
  const schema = Object.freeze({ type: 'integer' })
  assert.deepEqual(withDefault(schema, 1), { type: 'integer', default: 1 })
  assert.deepEqual(withDefault({ ...schema, default: 1 }, null), { type: 'integer', default: null })
})

for (const given of [undefined, null, 'text'])
  test(`${given} is no schema`, () => {
    assert.throws(() => withDefault(given as never, 1), { code: 'ESP_ERR_ARGUMENT_INVALID', message: /a schema/ })
  })
