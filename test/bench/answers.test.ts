// What the benchmarks compare has to be the same work: this runs their servers, but measures nothing.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)

test('the servers of the budget answer every scenario of the benchmarks with the same status, media type and body', async () => {
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
