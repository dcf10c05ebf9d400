import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkArgument } from '../../src/error/argument.ts'

test('an argument that is not right is refused by a sentence with what was given, without what that holds', () => {
  assert.throws(() => checkArgument(false, 'The name', 'a text', { secret: { key: 1 } }), {
    code: 'ESP_ERR_ARGUMENT_INVALID',
    message: 'The name must be a text, not { secret: [Object] }.'
  })
  assert.throws(() => checkArgument(false, 'The name', 'a text', 1, () => 'a number'), {
    message: 'The name must be a text, not a number.'
  })
})

test('an argument that is right passes, and is not written out', () => {
  checkArgument(true, 'The name', 'a text', '', () => assert.fail('it was written'))
})
