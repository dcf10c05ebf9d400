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
  'an object that inherits an object with the name Error as constructor': Object.create({
    constructor: { name: 'Error' }
  }),
  'an object that inherits a text called constructor': Object.create({ constructor: 'Renault' }),
  'a promise that rejects': Object.assign(new Promise(() => {}), { message: 'no' })
}

for (const [kind, value] of Object.entries(data)) {
  test(`${kind} is not an error`, () => {
    assert.equal(isErrorObject(value), false)
    assert.equal(isFailed(value), false)
  })
}

test('a revoked proxy is a failure, but not an error', () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  assert.equal(isErrorObject(proxy), false)
  assert.equal(isFailed(proxy), true)
})

const failure = new Error('later')
const thenable = (then: unknown) => Object.defineProperty({}, 'then', { value: then })

test('promiseOf returns a native promise unchanged', () => {
  const promise = Promise.resolve()
  assert.equal(promiseOf(promise), promise)
})

for (const value of [undefined, null, 0, 'text', {}, thenable('text'), () => {}])
  test(`${inspect(value)} is not a promise`, () => {
    assert.equal(promiseOf(value), null)
    assert.equal(swallowIfPromise(value), false)
  })

test('a value whose then getter throws is not a promise', () => {
  const trap = Object.defineProperty({}, 'then', {
    get() {
      throw failure
    }
  })
  assert.equal(promiseOf(trap), null)
})

test('a thenable becomes a promise, and its then is called once, on a later turn', async () => {
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

test('a thenable that throws becomes a promise that rejects', async () => {
  const thrower = thenable(() => {
    throw failure
  })
  await assert.rejects(promiseOf(thrower) ?? Promise.resolve(), failure)
})

test('a promise of a subclass becomes a native promise', async () => {
  class Own extends Promise<unknown> {}
  const own = Own.resolve('value')
  const promise = promiseOf(own)
  assert.notEqual(promise, own)
  assert.equal(promise?.constructor, Promise)
  assert.equal(await promise, 'value')
})

test('swallowIfPromise handles the rejection of a promise', async () => {
  assert.equal(swallowIfPromise(Promise.reject(failure)), true)
  await new Promise(setImmediate)
})

test('an error with a then is not a promise', () => {
  assert.equal(promiseOf(thenableError(401)), null)
})
