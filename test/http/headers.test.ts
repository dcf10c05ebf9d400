import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EmptyHeaders, setHeader } from '../../src/http/headers.ts'

test('EmptyHeaders has no inherited names', () => {
  const headers = new EmptyHeaders()
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'content-type'])
    assert.equal(headers[name], undefined, name)
  assert.deepEqual(Object.keys(headers), [])
})

test('setHeader stores a lower-case name, and the last value wins', () => {
  const headers = new EmptyHeaders()
  for (const value of ['a', 1, ['b', 'c'], 'd']) setHeader(headers, 'X-Name', value)
  assert.deepEqual({ ...headers }, { 'x-name': 'd' })
  const list = ['b', 'c']
  setHeader(headers, 'x-list', list)
  assert.deepEqual(headers['x-list'], ['b', 'c'])
})

test('set-cookie values are appended, and the list of the caller is not changed', () => {
  const headers = new EmptyHeaders()
  setHeader(headers, 'Set-Cookie', 'a=1')
  assert.equal(headers['set-cookie'], 'a=1')
  const more = ['b=2', 'c=3']
  setHeader(headers, 'set-cookie', more)
  setHeader(headers, 'SET-COOKIE', 'd=4')
  assert.deepEqual(headers['set-cookie'], ['a=1', 'b=2', 'c=3', 'd=4'])
  assert.deepEqual(more, ['b=2', 'c=3'])
  const other = new EmptyHeaders()
  setHeader(other, 'set-cookie', more)
  setHeader(other, 'set-cookie', 'e=5')
  assert.deepEqual(
    [other['set-cookie'], more],
    [
      ['b=2', 'c=3', 'e=5'],
      ['b=2', 'c=3']
    ]
  )
})

test('setHeader throws for a promise and names the header', () => {
  assert.throws(() => setHeader(new EmptyHeaders(), 'x-late', Promise.resolve('1') as never), {
    code: 'ESP_ERR_REP_HEADER_PROMISE',
    message: /x-late/
  })
})
