import assert from 'node:assert/strict'
import { test } from 'node:test'
import { utcDate } from '../../src/adapter/head.ts'
import { until } from '../until.ts'

test('utcDate follows the seconds of the clock', async () => {
  const first = utcDate()
  assert.equal(new Date(first).toUTCString(), first)
  for (let turn = 0; turn < 2; turn++) {
    const before = utcDate()
    await until(() => utcDate() !== before, 'the next second')
    const late = Date.now() - Date.parse(utcDate())
    // A second may begin between the two calls, and the timer may be late.
    assert.ok(late >= 0 && late < 3000, `${late} ms`)
  }
})

test('utcDate follows a mocked clock and returns to the real one', (t) => {
  const before = utcDate()
  t.mock.timers.enable({ apis: ['Date'], now: 0 })
  assert.equal(utcDate(), 'Thu, 01 Jan 1970 00:00:00 GMT')
  t.mock.timers.tick(1000)
  assert.equal(utcDate(), 'Thu, 01 Jan 1970 00:00:01 GMT')
  t.mock.timers.reset()
  const late = Date.parse(utcDate()) - Date.parse(before)
  assert.ok(late >= 0 && late < 3000, `${late} ms`)
})
