/** What the head of every answer has in common. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { utcDate } from '../../src/adapter/head.ts'
import { until } from '../until.ts'

test('the date of an answer is that of the second in which it is given', async () => {
  const first = utcDate()
  assert.equal(new Date(first).toUTCString(), first)
  for (let turn = 0; turn < 2; turn++) {
    const before = utcDate()
    await until(() => utcDate() !== before, 'the next second')
    const late = Date.now() - Date.parse(utcDate())
    // A second may begin between the two, and its timer be late.
    assert.ok(late >= 0 && late < 3000, `${late} ms`)
  }
})
