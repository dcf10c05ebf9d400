import assert from 'node:assert/strict'
import { test } from 'node:test'
import timers, { scheduler, setTimeout as sleep, setInterval as ticks } from 'node:timers/promises'
import { promisify } from 'node:util'
import { stopClock } from '../../src/index.ts'

test('a sleep resolves at its time with its value under each of its names', async (t) => {
  const clock = stopClock(t, { now: 0 })
  const woken: unknown[] = []
  const note = (value: unknown) => woken.push([value, clock.now])
  sleep(10, 'imported').then(note)
  timers.setTimeout(20, 'member').then(note)
  promisify(setTimeout)(30, 'promisified').then(note)
  scheduler.wait(40).then(note)
  await clock.advance(40)
  assert.deepEqual(woken, [
    ['imported', 10],
    ['member', 20],
    ['promisified', 30],
    [undefined, 40]
  ])
})

test('an aborted signal rejects a sleep with its reason, before and during it', async (t) => {
  const clock = stopClock(t)
  const isAborted = { name: 'AbortError', code: 'ABORT_ERR', cause: 'enough' }
  await assert.rejects(sleep(10, null, { signal: AbortSignal.abort('enough') }), isAborted)
  const end = new AbortController()
  const slept = assert.rejects(sleep(10, null, { signal: end.signal }), isAborted)
  const awake = sleep(5, 'awake', { signal: end.signal })
  await clock.advance(9)
  end.abort('enough')
  await clock.advance(9)
  await slept
  assert.equal(await awake, 'awake')
})

test('no tick of an interval iterator is lost, and a signal or break ends it', async (t) => {
  const clock = stopClock(t, { now: 0 })
  const end = new AbortController()
  const seen: number[] = []
  const read = async () => {
    for await (const value of ticks(10, 7, { signal: end.signal })) seen.push(value + clock.now)
  }
  const ended = assert.rejects(read(), { name: 'AbortError' })
  const few = (async () => {
    let count = 0
    for await (const _ of ticks(10)) if (++count === 2) return count
    return 0
  })()
  await clock.advance(35)
  end.abort()
  await clock.advance(35)
  await ended
  assert.deepEqual(seen, [17, 27, 37])
  assert.equal(await few, 2)

  const slow = ticks(10, 'tick')
  const first = slow.next()
  await clock.advance(30)
  assert.deepEqual(await Promise.all([first, slow.next(), slow.next()]), Array(3).fill({ done: false, value: 'tick' }))
  await slow.return?.()
})
