import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followHandler, onHandlerEnd } from '../../src/plugin/socket-handler.ts'
import type { Callable } from '../../src/user-function.ts'

const follow = (handler: Callable) => followHandler(handler) as Callable

test('the end of a handler is noticed before its error goes on, once, by all who wait', async () => {
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

test('a handler that returns or throws at once has ended', () => {
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

test('a socket that no such handler has is not followed, and what is no function stays', () => {
  assert.equal(
    onHandlerEnd({}, () => {}),
    false
  )
  assert.equal(followHandler('handler'), 'handler')
})
