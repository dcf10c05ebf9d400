/** Who waits for the end of an exchange hears of it once, on a later turn, from whoever carries the exchange then. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Ends } from '../../../src/adapter/lane/ends.ts'
import type { Transport } from '../../../src/http/transport.ts'

function listen(ends: Ends) {
  const heard: string[] = []
  assert.equal(
    ends.awaitDone((error) => heard.push(`done ${error}`)),
    true
  )
  const forget = ends.awaitClose(() => heard.push('first'))
  ends.awaitClose(() => heard.push('second'))
  return { forget, heard }
}

test('first that the answer is complete, then the close, on turns of their own', async () => {
  const ends = new Ends()
  const { heard } = listen(ends)
  ends.tell()
  ends.tell()
  assert.deepEqual([heard, ends.isClosed], [[], false])
  process.nextTick(() => heard.push('between'))
  await turn()
  assert.deepEqual([heard, ends.isClosed], [['done null', 'between', 'first', 'second'], true])
})

test('one alone waits for the answer', () => {
  const ends = new Ends()
  listen(ends)
  assert.equal(
    ends.awaitDone(() => {}),
    false
  )
})

test('who comes behind the close hears of it too, and who was taken back does not', async () => {
  const ends = new Ends()
  const { forget, heard } = listen(ends)
  forget()
  ends.tell()
  await turn()
  ends.awaitClose(() => heard.push('late'))()
  await turn()
  assert.deepEqual(heard, ['done null', 'second', 'late'])
})

test('another carrier is told who waits, and can be told who does not any more', () => {
  const ends = new Ends()
  const { forget } = listen(ends)
  const waiting: unknown[] = []
  const taken: unknown[] = []
  ends.handOver({
    onFinished: (callback: unknown) => waiting.push(callback),
    onClose: (callback: unknown) => {
      waiting.push(callback)
      return () => taken.push(callback)
    }
  } as unknown as Transport)
  forget()
  assert.equal(waiting.length, 3)
  assert.deepEqual(taken, [waiting[1]])
})
