import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EmptyHeaders, setHeader } from '../../src/http/headers.ts'

test('no name is among the headers before it is set, those of objects neither', () => {
  const headers = new EmptyHeaders()
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'content-type'])
    assert.equal(headers[name], undefined, name)
  assert.deepEqual(Object.keys(headers), [])
})

test('a header is set in lower case, and the last value stands', () => {
  const headers = new EmptyHeaders()
  for (const value of ['a', 1, ['b', 'c'], 'd']) setHeader(headers, 'X-Name', value)
  assert.deepEqual({ ...headers }, { 'x-name': 'd' })
  const list = ['b', 'c']
  setHeader(headers, 'x-list', list)
  assert.deepEqual(headers['x-list'], ['b', 'c'])
})

test('cookies add up, one by one or in lists, and the list of the caller is not kept', () => {
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

test('a header that is a promise is refused by its name', () => {
  assert.throws(() => setHeader(new EmptyHeaders(), 'x-late', Promise.resolve('1') as never), {
    code: 'ESP_ERR_REP_HEADER_PROMISE',
    message: /x-late/
  })
})
