import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier } from 'espalier'
import fc from 'fast-check'
import { budget } from '../../../../test/fuzz/budget.ts'
import { every } from '../../src/index.ts'

const settled = () => new Promise(setImmediate)

function createApp() {
  const lines: { level: number; msg: string; task?: string; err?: { message: string } }[] = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  return { app: espalier({ logger: { level: 'debug', stream } }), lines }
}

test('a periodic task runs from ready until close', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { app } = createApp()
  let runs = 0
  every(app, 1000, () => runs++)
  t.mock.timers.tick(5000)
  assert.equal(runs, 0)
  await app.ready()
  for (const expected of [1, 2, 3]) {
    t.mock.timers.tick(1000)
    await settled()
    assert.equal(runs, expected)
  }
  await app.close()
  t.mock.timers.tick(5000)
  assert.equal(runs, 3)
})

test('a turn is skipped while the task runs, and close() aborts its signal and waits for it', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { app, lines } = createApp()
  const runs: { signal: AbortSignal; end: () => void }[] = []
  every(app, 1000, ({ signal }) => new Promise<void>((end) => runs.push({ signal, end })))
  await app.ready()
  for (let turn = 0; turn < 3; turn++) t.mock.timers.tick(1000)
  assert.equal(runs.length, 1)
  assert.equal(lines.filter(({ msg }) => /this turn is left out/.test(msg)).length, 2)
  let isClosed = false
  const closed = app.close().then(() => {
    isClosed = true
  })
  while (runs[0]?.signal.aborted !== true) await settled()
  assert.equal(isClosed, false)
  runs[0]?.end()
  await closed
})

test('a failing task is logged by name and runs again', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { app, lines } = createApp()
  t.after(() => app.close())
  let runs = 0
  every(app, 10, function sweep() {
    if (++runs === 1) throw new Error('no broom')
    return runs === 2 ? Promise.reject(new Error('no floor')) : undefined
  })
  await app.ready()
  for (let turn = 0; turn < 3; turn++) {
    t.mock.timers.tick(10)
    await settled()
  }
  const failures = lines.filter(({ level }) => level === 50)
  assert.equal(runs, 3)
  assert.deepEqual(
    failures.map(({ msg, task, err }) => [msg, task, err?.message]),
    [
      ['a periodic task failed', 'sweep', 'no broom'],
      ['a periodic task failed', 'sweep', 'no floor']
    ]
  )
})

test('an interval that timers do not support throws a RangeError', () => {
  const { app } = createApp()
  const wrong = fc.oneof(
    fc.double({ max: 0.999, noNaN: false }),
    fc.double({ min: 2_147_483_648 }),
    fc.anything(),
    fc.constantFrom(true, '10', [10], 10n)
  )
  fc.assert(
    fc.property(wrong, (ms) => {
      fc.pre(typeof ms !== 'number' || !(ms >= 1 && ms <= 2_147_483_647))
      assert.throws(() => every(app, ms as number, () => {}), {
        name: 'RangeError',
        message: /^every\(\) takes from 1 to/
      })
    }),
    budget(300)
  )
})

test('a periodic task does not keep the process alive', async () => {
  const { app } = createApp()
  every(app, 2_000_000_000, () => {})
  await app.ready()
  const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout')
  await app.close()
  assert.equal(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length, timers.length)
})
