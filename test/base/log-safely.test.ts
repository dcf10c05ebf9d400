import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logSafely } from '../../src/base/log-safely.ts'

test('logSafely calls the method of the level with the logger as this', () => {
  const lines: unknown[] = []
  const log = {
    lines,
    warn(...line: unknown[]) {
      this.lines.push(line)
    }
  }
  logSafely(log, 'warn', { n: 1 }, 'text')
  assert.deepEqual(lines, [[{ n: 1 }, 'text']])
})

test('logSafely ignores a logger that throws, lacks the level or rejects', async () => {
  const failure = new Error('disk full')
  const throws = () => {
    throw failure
  }
  logSafely({ info: throws }, 'info', 'text')
  logSafely({} as { info: () => void }, 'info', 'text')
  logSafely({ info: () => Promise.reject(failure) }, 'info', 'text')
  await new Promise(setImmediate)
})
