import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { warn, warnings } from '../../src/error/warning.ts'

test('a warning carries its code and name and names the values', async () => {
  const emitted = once(process, 'warning')
  warn('FSTDEP025', 'LOCK')
  const [warning] = await emitted
  assert.equal(warning.code, 'FSTDEP025')
  assert.equal(warning.name, 'FastifyDeprecation')
  assert.match(warning.message, /'LOCK'/)
})

test('the warnings of Fastify exist', () => {
  assert.deepEqual(Object.keys(warnings), [
    'FSTWRN001',
    'FSTWRN003',
    'FSTWRN004',
    'FSTSEC001',
    'FSTSEC002',
    'FSTSEC003',
    'FSTDEP022',
    'FSTDEP023',
    'FSTDEP024',
    'FSTDEP025'
  ])
})
