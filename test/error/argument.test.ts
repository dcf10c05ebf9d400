import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkArgument } from '../../src/error/argument.ts'

test('an invalid argument throws an error that describes its value without nested content', () => {
  assert.throws(() => checkArgument(false, 'The name', 'a text', { secret: { key: 1 } }), {
    code: 'ESP_ERR_ARGUMENT_INVALID',
    message: 'The name must be a text, not { secret: [Object] }.'
  })
  assert.throws(() => checkArgument(false, 'The name', 'a text', 1, () => 'a number'), {
    message: 'The name must be a text, not a number.'
  })
})

test('a valid argument passes and is not described', () => {
  checkArgument(true, 'The name', 'a text', '', () => assert.fail('it was written'))
})
