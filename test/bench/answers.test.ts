// The compared servers of the benchmarks must do the same work. This test runs them without a measurement.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)

test('the compared servers respond to every scenario with the same status, content type and body', async () => {
  const { stdout } = await run(process.execPath, [
    'bench/check-answers.mjs',
    'raw',
    'fastify',
    'stock',
    'auto',
    'floor'
  ])
  assert.equal(stdout, '')
})
