import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withDefault } from '../../src/contract/with-default.ts'

test('withDefault returns a copy of the schema', () => {
  const schema = Object.freeze({ type: 'integer' })
  assert.deepEqual(withDefault(schema, 1), { type: 'integer', default: 1 })
  assert.deepEqual(withDefault({ ...schema, default: 1 }, null), { type: 'integer', default: null })
})

for (const given of [undefined, null, 'text'])
  test(`withDefault(${given}) throws`, () => {
    assert.throws(() => withDefault(given as never, 1), { code: 'ESP_ERR_ARGUMENT_INVALID', message: /a schema/ })
  })
