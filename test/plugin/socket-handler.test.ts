import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followHandler, onHandlerEnd } from '../../src/plugin/socket-handler.ts'
import type { Callable } from '../../src/user-function.ts'

const follow = (handler: Callable) => followHandler(handler) as Callable

test('onHandlerEnd calls every listener once, before the error is passed on', async () => {
  for (const [end, isFailed] of [
    [async () => 7, false],
    [async () => assert.fail('broken'), true]
  ] as const) {
    const socket = {}
    const heard: unknown[] = []
    const result = follow(() => {
      for (const name of ['one', 'other']) assert.ok(onHandlerEnd(socket, (failed) => heard.push([name, failed])))
      return end()
    })(socket) as Promise<unknown>
    await result.catch(() => heard.push('the error'))
    const both = [
      ['one', isFailed],
      ['other', isFailed]
    ]
    assert.deepEqual(heard, isFailed ? [...both, 'the error'] : both)
    assert.equal(
      onHandlerEnd(socket, () => assert.fail('too late')),
      false
    )
  }
})

test('onHandlerEnd works for a synchronous handler that returns or throws', () => {
  const heard: unknown[] = []
  const handle = follow(function (this: unknown, socket, request) {
    onHandlerEnd(socket as object, (failed) => heard.push(failed))
    if (request === 'bad') throw new Error('broken')
    return [this, request]
  })
  assert.deepEqual(Reflect.apply(handle, 'app', [{}, 'good']), ['app', 'good'])
  assert.throws(() => handle({}, 'bad'), { message: 'broken' })
  assert.deepEqual(heard, [false, true])
})

test('onHandlerEnd returns false for an unknown socket, and followHandler returns other values', () => {
  assert.equal(
    onHandlerEnd({}, () => {}),
    false
  )
  assert.equal(followHandler('handler'), 'handler')
})
