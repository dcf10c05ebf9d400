import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { isPromiseAndIgnore, promiseOf } from '../../src/base/promise.ts'
import { thenableError } from '../security/error-kinds.ts'

const failure = new Error('later')
const thenable = (then: unknown) => Object.defineProperty({}, 'then', { value: then })

test('a promise as the language made it is given back as it is', () => {
  const promise = Promise.resolve()
  assert.equal(promiseOf(promise), promise)
})

for (const value of [undefined, null, 0, 'text', {}, thenable('text'), () => {}])
  test(`${inspect(value)} is no promise`, () => {
    assert.equal(promiseOf(value), null)
    assert.equal(isPromiseAndIgnore(value), false)
  })

test('a value whose then cannot be read is no promise', () => {
  const trap = Object.defineProperty({}, 'then', {
    get() {
      throw failure
    }
  })
  assert.equal(promiseOf(trap), null)
})

test('a thenable becomes a promise, whose then is called on a later turn and heard once', async () => {
  let calls = 0
  const promise = promiseOf(
    thenable((resolve: (value: unknown) => void) => {
      calls++
      resolve('first')
      resolve('second')
    })
  )
  assert.equal(calls, 0)
  assert.equal(await promise, 'first')
  assert.equal(calls, 1)
})

test('a thenable that throws is a promise that rejects', async () => {
  const thrower = thenable(() => {
    throw failure
  })
  await assert.rejects(promiseOf(thrower) ?? Promise.resolve(), failure)
})

test('a promise of a subclass, whose then may do anything, becomes a plain one', async () => {
  class Own extends Promise<unknown> {}
  const own = Own.resolve('value')
  const promise = promiseOf(own)
  assert.notEqual(promise, own)
  assert.equal(promise?.constructor, Promise)
  assert.equal(await promise, 'value')
})

test('a promise that is refused where it came rejects unheard', async () => {
  assert.equal(isPromiseAndIgnore(Promise.reject(failure)), true)
  await new Promise(setImmediate)
})

test('an error is no promise, whatever its then does', () => {
  assert.equal(promiseOf(thenableError(401)), null)
})
