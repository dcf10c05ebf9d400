import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDeclarations } from '../../src/tree/empty-declarations.ts'

test('two empty declarations share no mutable part', () => {
  const [one, other] = [emptyDeclarations(), emptyDeclarations()]
  assert.deepEqual(one, other)
  for (const name of ['children', 'registeredPlugins', 'hooks', 'routeDefaults', 'settings', 'built'] as const)
    assert.notEqual(one[name], other[name], name)
})
