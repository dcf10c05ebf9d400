import assert from 'node:assert/strict'
import { performance as imported } from 'node:perf_hooks'
import { test } from 'node:test'
import timers, { setTimeout as start } from 'node:timers'
import timerPromises from 'node:timers/promises'
import { stopClock } from '../../src/index.ts'

test('a Date without arguments has the time of the clock, and others are unchanged', async (t) => {
  const clock = stopClock(t, { now: Date.UTC(2030, 0, 1) })
  await clock.advance(1500)
  assert.equal(new Date().toJSON(), '2030-01-01T00:00:01.500Z')
  assert.equal(Date.now(), Date.UTC(2030, 0, 1) + 1500)
  assert.match(Date(), /^(Mon|Tue) .*20(29|30)/)
  assert.equal(new Date(0).toJSON(), '1970-01-01T00:00:00.000Z')
  assert.equal(new Date(2020, 1, 3).getMonth(), 1)
  assert.ok(new Date() instanceof Date)
  class Day extends Date {}
  assert.ok(new Day() instanceof Day && new Day().getTime() === clock.now)
})

test('performance, imported timers and AbortSignal.timeout follow the clock', async (t) => {
  const clock = stopClock(t)
  const began = [performance.now(), imported.now()]
  const signal = AbortSignal.timeout(10)
  const seen: string[] = []
  start(() => seen.push('imported'), 5)
  timers.setTimeout(() => seen.push('member'), 6)
  timers.setInterval(() => seen.push('interval'), 7)
  await clock.advance(9)
  assert.deepEqual(
    [performance.now(), imported.now()],
    began.map((one) => one + 9)
  )
  assert.deepEqual(seen, ['imported', 'member', 'interval'])
  assert.equal(signal.aborted, false)
  await clock.advance(1)
  assert.equal(signal.aborted && signal.reason.name, 'TimeoutError')
})

test('restore() restores every global', (t) => {
  const places = () => [
    start,
    ...[globalThis, timers, timerPromises, timerPromises.scheduler, AbortSignal].flatMap((place) =>
      ['Date', 'setInterval', 'setTimeout', 'timeout', 'wait'].map((name) => Reflect.get(place, name))
    )
  ]
  const before = places()
  const clock = stopClock(t)
  assert.equal(places().filter((one, index) => one !== before[index]).length, 10)
  clock.restore()
  assert.deepEqual(places(), before)
})

test('performance.now() never decreases', async (t) => {
  let last = performance.now()
  const look = () => {
    const now = performance.now()
    assert.ok(now >= last, `${now} after ${last}`)
    last = now
  }
  for (let turn = 0; turn < 3; turn++) {
    const clock = stopClock(t)
    look()
    await clock.advance(1000)
    look()
    clock.restore()
    look()
  }
  const before = performance.now()
  await timerPromises.setTimeout(20)
  assert.ok(performance.now() - before < 1000)
})
