import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMethods, isSupported, supportedMethods } from '../../src/tree/method.ts'

test('nine methods are built in, each either with or without a body', () => {
  const methods = createMethods()
  const expected = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'QUERY', 'TRACE']
  assert.deepEqual(supportedMethods(methods).sort(), expected)
  assert.deepEqual(
    [...methods.bodyless].filter((method) => methods.bodywith.has(method)),
    []
  )
})

test('isSupported compares methods in their exact case, for each app', () => {
  const [one, other] = [createMethods(), createMethods()]
  one.bodywith.add('MKCOL')
  assert.deepEqual(
    [isSupported(one, 'MKCOL'), isSupported(other, 'MKCOL'), isSupported(one, 'get')],
    [true, false, false]
  )
})
