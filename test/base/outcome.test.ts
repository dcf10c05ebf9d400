import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { isErrorObject, isFailed, promiseOf, swallowIfPromise } from '../../src/base/outcome.ts'
import { errorKinds, inRealm, thenableError } from '../security/error-kinds.ts'

for (const [kind, make] of Object.entries({ ...errorKinds, 'an error with a then': thenableError })) {
  test(`${kind} is an error`, () => {
    assert.equal(isErrorObject(make(404)), true)
    assert.equal(isFailed(make(404)), true)
  })
}

class OwnError {
  readonly stack = ''
}
Object.defineProperty(OwnError, 'name', { value: 'Error' })

const data: Readonly<Record<string, unknown>> = {
  nothing: undefined,
  null: null,
  'a text': 'Error: no',
  'a number': 500,
  'a function': () => new Error('no'),
  'the class Error': Error,
  'an object': { name: 'Error', message: 'no', stack: 'Error: no', statusCode: 404 },
  'a list of errors': [new Error('no')],
  'an object without prototype': Object.assign(Object.create(null), { message: 'no' }),
  'an object of another realm': inRealm('({ message: "no" })'),
  'an object of a class that is called Error': new OwnError(),
  'an object with a member called constructor': { constructor: Error },
  'an object that inherits a text called constructor': Object.create({ constructor: 'Renault' }),
  'a promise that rejects': Object.assign(new Promise(() => {}), { message: 'no' })
}

for (const [kind, value] of Object.entries(data)) {
  test(`${kind} is not an error`, () => {
    assert.equal(isErrorObject(value), false)
    assert.equal(isFailed(value), false)
  })
}

test('a proxy that throws when it is asked is a failure, and is not known as an error', () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  assert.equal(isErrorObject(proxy), false)
  assert.equal(isFailed(proxy), true)
})

const failure = new Error('later')
const thenable = (then: unknown) => Object.defineProperty({}, 'then', { value: then })

test('a promise as the language made it is given back as it is', () => {
  const promise = Promise.resolve()
  assert.equal(promiseOf(promise), promise)
})

for (const value of [undefined, null, 0, 'text', {}, thenable('text'), () => {}])
  test(`${inspect(value)} is no promise`, () => {
    assert.equal(promiseOf(value), null)
    assert.equal(swallowIfPromise(value), false)
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
  assert.equal(swallowIfPromise(Promise.reject(failure)), true)
  await new Promise(setImmediate)
})

test('an error is no promise, whatever its then does', () => {
  assert.equal(promiseOf(thenableError(401)), null)
})
