import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { test } from 'node:test'
import { FakeTimers } from '../../src/clock/fake-timers.ts'

function createTimers() {
  const timers = new FakeTimers()
  const seen: string[] = []
  const start = (label: string, delay: unknown, repeats = false) =>
    timers.start(repeats, () => seen.push(`${label} ${timers.now}`), delay, [])
  const runUntil = (end: number) => {
    for (let next = timers.nextUntil(end); next !== undefined; next = timers.nextUntil(end)) {
      timers.now = next
      for (const run of timers.due()) run()
    }
    timers.now = end
  }
  return { timers, seen, start, runUntil }
}

test('timers run in order of time and start, and an invalid delay is 1 ms', () => {
  const { runUntil, seen, start } = createTimers()
  start('late', 20)
  start('a', 10.9)
  start('b', '10')
  for (const delay of [0, -5, Number.NaN, undefined, 2 ** 31]) start('soon', delay)
  start('beat', 8, true)
  runUntil(20)
  assert.deepEqual(seen, [...Array(5).fill('soon 1'), 'beat 8', 'a 10', 'b 10', 'beat 16', 'late 20'])
})

test('a timer can be cleared in every way of Node', () => {
  const { runUntil, seen, start } = createTimers()
  const timers = Array.from({ length: 5 }, (_, index) => start(String(index), 5, index % 2 === 0))
  clearTimeout(timers[0])
  clearInterval(timers[1])
  timers[2]?.close()
  clearTimeout(Number(timers[3]))
  runUntil(4)
  timers[4]?.[Symbol.dispose]()
  runUntil(20)
  assert.deepEqual(seen, [])
})

test('a timer cleared or refreshed by another one of the same time does not run then', () => {
  const { timers, runUntil, seen, start } = createTimers()
  timers.start(
    false,
    () => {
      clearTimeout(cleared)
      refreshed.refresh()
    },
    5,
    []
  )
  const cleared = start('cleared', 5)
  const refreshed = start('refreshed', 5)
  runUntil(20)
  assert.deepEqual(seen, ['refreshed 10'])
})

test('a refreshed timer runs again and can be cleared', () => {
  const { runUntil, seen, start } = createTimers()
  const timer = start('x', 5)
  runUntil(7)
  assert.equal(timer.refresh(), timer)
  runUntil(12)
  timer.refresh()
  clearTimeout(timer)
  runUntil(30)
  assert.deepEqual(seen, ['x 5', 'x 12'])
})

test('an interval that clears itself or throws behaves like in Node', () => {
  const { timers, runUntil } = createTimers()
  let runs = 0
  const timer = timers.start(
    true,
    () => {
      if (++runs === 1) throw new Error('wrong')
      clearInterval(timer)
    },
    5,
    []
  )
  assert.throws(() => runUntil(20), /^Error: wrong$/)
  runUntil(40)
  assert.equal(runs, 2)
})

test('a callback receives its arguments, its timer as this, and its async context', () => {
  const { timers, runUntil } = createTimers()
  const storage = new AsyncLocalStorage<string>()
  let got: unknown[] = []
  const timer = storage.run('outer', () =>
    timers.start(
      false,
      function take(this: unknown, ...args) {
        got = [this, args, storage.getStore()]
      },
      1,
      ['a', 2]
    )
  )
  runUntil(1)
  assert.deepEqual(got, [timer, ['a', 2], 'outer'])
  assert.throws(() => timers.start(false, 'x' as never, 1, []), { code: 'ERR_INVALID_ARG_TYPE' })
})

test('a timer does not keep the process alive', () => {
  const { start } = createTimers()
  assert.equal(start('x', 1).hasRef(), false)
})

test('released timers run after their remaining time and can be cleared and refreshed', async () => {
  const { timers, runUntil, seen, start } = createTimers()
  const count = (label: string) => seen.filter((one) => one.startsWith(label)).length
  start('late', 40)
  const beat = start('beat', 10, true)
  const cleared = start('cleared', 30)
  const refreshed = start('refreshed', 5)
  runUntil(5)
  timers.release()
  clearTimeout(cleared)
  refreshed.refresh()
  start('end', 60)
  // Released timers do not keep the process alive, but this real timer does.
  while (count('beat') < 3 || count('end') < 1) await new Promise((resolve) => setTimeout(resolve, 5))
  clearInterval(beat)
  assert.deepEqual(['late', 'cleared', 'refreshed'].map(count), [1, 0, 2])
})
