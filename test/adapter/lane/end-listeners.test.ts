/** Listeners of the end of an exchange are called once, on a later turn, by the transport that carries the exchange then. */
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

test('onDone is called before onClose, on separate later turns, and once', async () => {
  const listeners = new EndListeners()
  const { heard } = listen(listeners)
  listeners.notify(false)
  listeners.notify(false)
  assert.deepEqual([heard, listeners.isClosed], [[], false])
  process.nextTick(() => heard.push('between'))
  await turn()
  assert.deepEqual([heard, listeners.isClosed], [['done null', 'between', 'first', 'second'], true])
})

test('a lost exchange calls onClose and onAbort, but not onDone', async () => {
  const listeners = new EndListeners()
  const { heard } = listen(listeners)
  listeners.onAbort(() => heard.push(`abort ${listeners.isLost}`))
  listeners.notify(true)
  listeners.notify(false)
  await turn()
  assert.deepEqual(heard, ['first', 'second', 'abort true'])
})

test('an onClose listener added after the close is called, and a removed one is not', async () => {
  const listeners = new EndListeners()
  const { forget, heard } = listen(listeners)
  forget()
  listeners.notify(false)
  await turn()
  listeners.onClose(() => heard.push('late'))()
  await turn()
  assert.deepEqual(heard, ['done null', 'second', 'late'])
})

test('moveTo passes all listeners to another transport, where they can be removed', () => {
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
