import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMethods, isSupported, supportedMethods } from '../../src/tree/method.ts'

test('an app serves nine methods from the start, each either with a body or without', () => {
  const methods = createMethods()
  const expected = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'QUERY', 'TRACE']
  assert.deepEqual(supportedMethods(methods).sort(), expected)
  assert.deepEqual(
    [...methods.bodyless].filter((method) => methods.bodywith.has(method)),
    []
  )
})

test('methods are told by their exact case, and each app has its own', () => {
  const [one, other] = [createMethods(), createMethods()]
  one.bodywith.add('MKCOL')
  assert.deepEqual(
    [isSupported(one, 'MKCOL'), isSupported(other, 'MKCOL'), isSupported(one, 'get')],
    [true, false, false]
  )
})
