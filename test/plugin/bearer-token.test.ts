import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileKeyCheck, compileTokenReader } from '../../src/plugin/bearer-token.ts'

test('keys that are no list of non-empty strings are refused', () => {
  for (const keys of [undefined, null, 'key', { key: true }, new Map()]) {
    assert.throws(() => compileKeyCheck(keys), { code: 'FST_BEARER_AUTH_INVALID_KEYS_OPTION_TYPE' })
  }
  for (const key of [1, null, undefined, '', {}]) {
    assert.throws(() => compileKeyCheck(['good', key]), { code: 'FST_BEARER_AUTH_KEYS_OPTION_INVALID_KEY_TYPE' })
  }
})

test('a message about a bad key does not contain it', () => {
  for (const keys of [[Buffer.from('secret')], 'secret']) {
    assert.throws(
      () => compileKeyCheck(keys),
      (error: Error) => !error.message.includes('secret')
    )
  }
})

test('a token is accepted if it is one of the keys, wherever that stands', () => {
  const isKey = compileKeyCheck(new Set(['first', 'second', 'thïrd']))
  for (const token of ['first', 'second', 'thïrd']) assert.equal(isKey(token), true, token)
})

test('a token that is only like a key is refused', () => {
  const isKey = compileKeyCheck(['secret-key'])
  for (const token of ['secret-ke', 'secret-key ', 'Secret-key', 'secret-kez', '', 'x', 'secret-keysecret-key']) {
    assert.equal(isKey(token), false, token)
  }
})

test('without keys no token is accepted', () => {
  const isKey = compileKeyCheck([])
  for (const token of ['', 'undefined', 'x']) assert.equal(isKey(token), false)
})

test('keys added to the array afterwards do not count', () => {
  const keys = ['one']
  const isKey = compileKeyCheck(keys)
  keys.push('two')
  assert.equal(isKey('two'), false)
})

test('a header of another scheme holds no token', () => {
  const readToken = compileTokenReader('Bearer', { ignoreCase: false })
  for (const header of [
    'Basic abc',
    'Bearerabc',
    'Bearer',
    'Bearer ',
    'Bearer   ',
    'bearer abc',
    ' Bearer abc',
    'XBearer abc'
  ]) {
    assert.equal(readToken(header), undefined, header)
  }
})

test('the token is what follows the scheme', () => {
  const readToken = compileTokenReader('Bearer', { ignoreCase: false })
  assert.equal(readToken('Bearer abc.def~+/=='), 'abc.def~+/==')
  assert.equal(readToken('Bearer   abc '), 'abc')
})

test('the scheme may be compared in any case, and may be another', () => {
  const readToken = compileTokenReader('Token', { ignoreCase: true })
  assert.equal(readToken('tOKEN AbC'), 'AbC')
  assert.equal(readToken('Bearer AbC'), undefined)
})
