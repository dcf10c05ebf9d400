import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beatsInHeartbeat, joinHeartbeat } from '../../src/stage/heartbeat.ts'
import { holdClock } from '../held-clock.ts'

test('streams with the same heartbeat share one timer, which stops with the last of them', (t) => {
  const wind = holdClock(t, 'setInterval')
  const started: unknown[] = []
  const { setInterval: start } = globalThis
  t.mock.method(globalThis, 'setInterval', (...args: Parameters<typeof setInterval>) => {
    started.push(args[1])
    return start(...args)
  })
  const beats = [0, 0, 0]
  const join = (index: number, heartbeat: number) =>
    joinHeartbeat(heartbeat, { beat: () => (beats[index] = (beats[index] ?? 0) + 1) })
  const leave = [join(0, 4004), join(1, 4004), join(2, 8008)]
  assert.deepEqual(started, [1001, 2002])
  wind(2002)
  assert.deepEqual(beats, [2, 2, 1])
  leave[0]?.()
  wind(2002)
  assert.deepEqual(beats, [2, 4, 2])
  for (const one of leave) one()
  wind(100_000)
  assert.deepEqual(beats, [2, 4, 2])
  join(0, 4004)()
  assert.deepEqual(started, [1001, 2002, 1001])
  assert.equal(beatsInHeartbeat, 4)
})

test('a stream that is removed during a beat does not affect the other streams', (t) => {
  const wind = holdClock(t, 'setInterval')
  const seen: string[] = []
  const leave = joinHeartbeat(4, {
    beat() {
      seen.push('first')
      leave()
    }
  })
  const leaveSecond = joinHeartbeat(4, { beat: () => void seen.push('second') })
  wind(2)
  assert.deepEqual(seen, ['first', 'second', 'second'])
  leaveSecond()
})
