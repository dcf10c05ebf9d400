import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier } from 'espalier'
import { captureLogs } from '../../src/index.ts'

test('log lines are captured as objects and filtered by level', async (t) => {
  const logs = captureLogs('info')
  const app = espalier({ logger: logs.logger })
  t.after(() => app.close())
  app.get('/', ({ log }) => {
    log.debug('not kept')
    log.warn({ stock: 0 }, 'no books')
    throw new Error('empty')
  })
  await app.inject('/')
  const [warning] = logs.of('warn')
  assert.deepEqual([warning?.message, warning?.level, warning?.fields.stock], ['no books', 'warn', 0])
  assert.equal(logs.of('error').length, 1)
  assert.deepEqual(logs.of('debug'), [])
  logs.clear()
  assert.equal(logs.entries.length, 0)
})
