import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyDescription, describeHook, descriptionOf } from '../../src/tree/hook-description.ts'

test('the description of a hook is not enumerable, and can be copied to another function', () => {
  const hook = () => {}
  const made = () => {}
  copyDescription(hook, made)
  assert.equal(descriptionOf(made), undefined)
  assert.equal(describeHook(hook, { errors: [401] }), hook)
  assert.deepEqual(Object.keys(hook), [])
  copyDescription(hook, made)
  assert.deepEqual(descriptionOf(made), { errors: [401] })
  assert.deepEqual(descriptionOf(describeHook(hook, { errors: [403] })), { errors: [403] })
})
