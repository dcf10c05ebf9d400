import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isErrorObject, isFailed } from '../../src/base/is-error.ts'
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
