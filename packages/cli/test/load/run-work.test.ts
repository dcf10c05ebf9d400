import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runWork } from '../../src/load/run-work.ts'

const waiting = { file: 'app.ts', fails: 'does not start', waitsFor: () => 'it waits for a plugin' }
test('slow work is reported once with its cause', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const write = t.mock.method(process.stderr, 'write', () => true)
  let end = () => {}
  const settled = runWork(() => new Promise<void>((resolve) => (end = resolve)), waiting)
  t.mock.timers.tick(60_000)
  const said = write.mock.calls.map(({ arguments: [text] }) => text)
  write.mock.restore()
  end()
  await settled
  assert.deepEqual(said, [
    'app.ts takes longer than 30 s: it waits for a plugin. The command goes on; Ctrl+C ends it.\n'
  ])
})

const events = ['beforeExit', 'uncaughtException', 'exit'] as const

test('work leaves no process listeners when it resolves or rejects', async () => {
  const before = events.map((event) => process.listenerCount(event))
  assert.equal(await runWork(async () => 1, waiting), 1)
  const broken = () => {
    throw new RangeError('at once')
  }
  await assert.rejects(runWork(broken, waiting), RangeError)
  assert.deepEqual(
    events.map((event) => process.listenerCount(event)),
    before
  )
})
