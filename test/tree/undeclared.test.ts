import assert from 'node:assert/strict'
import { test } from 'node:test'
import { undeclared } from '../../src/tree/undeclared.ts'

test('two contexts share nothing that declarations change', () => {
  const [one, other] = [undeclared(), undeclared()]
  assert.deepEqual(one, other)
  for (const name of ['children', 'registeredPlugins', 'hooks', 'routeDefaults', 'settings', 'built'] as const)
    assert.notEqual(one[name], other[name], name)
})
