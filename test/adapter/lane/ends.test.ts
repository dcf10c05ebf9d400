/** Who waits for the end of an exchange hears of it once, on a later turn, from whoever carries the exchange then. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Ends } from '../../../src/adapter/lane/ends.ts'
import type { Transport } from '../../../src/http/transport.ts'

function listen(ends: Ends) {
  const heard: string[] = []
  ends.awaitDone((error) => heard.push(`done ${error}`))
  const forget = ends.awaitClose(() => heard.push('first'))
  ends.awaitClose(() => heard.push('second'))
  return { forget, heard }
}

test('first that the answer is complete, then the close, on turns of their own', async () => {
  const ends = new Ends()
  const { heard } = listen(ends)
  ends.tell(false)
  ends.tell(false)
  assert.deepEqual([heard, ends.isClosed], [[], false])
  process.nextTick(() => heard.push('between'))
  await turn()
  assert.deepEqual([heard, ends.isClosed], [['done null', 'between', 'first', 'second'], true])
})

test('of an exchange that is lost, only the close, and those who wait for that', async () => {
  const ends = new Ends()
  const { heard } = listen(ends)
  ends.awaitAbort(() => heard.push(`abort ${ends.isLost}`))
  ends.tell(true)
  ends.tell(false)
  await turn()
  assert.deepEqual(heard, ['first', 'second', 'abort true'])
})

test('who comes behind the close hears of it too, and who was taken back does not', async () => {
  const ends = new Ends()
  const { forget, heard } = listen(ends)
  forget()
  ends.tell(false)
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
