import assert from 'node:assert/strict'
import { test } from 'node:test'
import { untilSettled } from '../../src/load/until-settled.ts'

const waiting = { file: 'app.ts', fails: 'does not start', waitsFor: () => 'it waits for a plugin' }
const events = ['beforeExit', 'uncaughtException', 'exit'] as const

test('work that ends leaves no listener of the process behind, however it ends', async () => {
  const before = events.map((event) => process.listenerCount(event))
  assert.equal(await untilSettled(async () => 1, waiting), 1)
  const broken = () => {
    throw new RangeError('at once')
  }
  await assert.rejects(untilSettled(broken, waiting), RangeError)
  assert.deepEqual(
    events.map((event) => process.listenerCount(event)),
    before
  )
})
