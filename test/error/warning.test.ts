import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { warn } from '../../src/error/warning.ts'

test('a warning has its code and name, and its message names the values', async () => {
  const emitted = once(process, 'warning')
  warn('FSTDEP025', 'LOCK')
  const [warning] = await emitted
  assert.equal(warning.code, 'FSTDEP025')
  assert.equal(warning.name, 'FastifyDeprecation')
  assert.match(warning.message, /'LOCK'/)
})
