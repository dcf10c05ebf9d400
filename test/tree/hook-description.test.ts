import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyDescription, describeHook, descriptionOf } from '../../src/tree/hook-description.ts'

test('a hook has its description where nobody lists it, and what was made of it has it, too', () => {
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
