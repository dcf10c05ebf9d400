/** Who waits for the end of an exchange hears of it once, on a later turn, from whoever carries the exchange then. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { EndListeners } from '../../../src/adapter/lane/end-listeners.ts'
import type { Transport } from '../../../src/http/transport.ts'

function listen(listeners: EndListeners) {
  const heard: string[] = []
  listeners.onDone((error) => heard.push(`done ${error}`))
  const forget = listeners.onClose(() => heard.push('first'))
  listeners.onClose(() => heard.push('second'))
  return { forget, heard }
}

test('first that the answer is complete, then the close, on turns of their own', async () => {
  const listeners = new EndListeners()
  const { heard } = listen(listeners)
  listeners.notify(false)
  listeners.notify(false)
  assert.deepEqual([heard, listeners.isClosed], [[], false])
  process.nextTick(() => heard.push('between'))
  await turn()
  assert.deepEqual([heard, listeners.isClosed], [['done null', 'between', 'first', 'second'], true])
})

test('of an exchange that is lost, only the close, and those who wait for that', async () => {
  const listeners = new EndListeners()
  const { heard } = listen(listeners)
  listeners.onAbort(() => heard.push(`abort ${listeners.isLost}`))
  listeners.notify(true)
  listeners.notify(false)
  await turn()
  assert.deepEqual(heard, ['first', 'second', 'abort true'])
})

test('who comes behind the close hears of it too, and who was taken back does not', async () => {
  const listeners = new EndListeners()
  const { forget, heard } = listen(listeners)
  forget()
  listeners.notify(false)
  await turn()
  listeners.onClose(() => heard.push('late'))()
  await turn()
  assert.deepEqual(heard, ['done null', 'second', 'late'])
})

test('another carrier is told who waits, and can be told who does not any more', () => {
  const listeners = new EndListeners()
  const { forget } = listen(listeners)
  const waiting: unknown[] = []
  const taken: unknown[] = []
  listeners.moveTo({
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
