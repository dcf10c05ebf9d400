// Random contracts: test/client/outgoing/reach.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillPath } from '../../src/contract/fill.ts'
import { makeTarget } from '../../src/contract/make-target.ts'

const fill = (path: string, params: object) =>
  fillPath(makeTarget({ method: 'DELETE', path, schema: {} }), params as Record<string, unknown>)

test('strings, numbers, booleans and dates are percent-encoded', () => {
  for (const [id, text] of [
    ['x y', 'x%20y'],
    ['/ ?#é', '%2F%20%3F%23%C3%A9'],
    [0, '0'],
    [2n ** 64n, '18446744073709551616'],
    [false, 'false'],
    [new Date(0), '1970-01-01T00%3A00%3A00.000Z']
  ])
    assert.equal(fill('/books/:id', { id }), `/books/${text}`)
})

test('an invalid or missing parameter throws with its name', () => {
  const proto = JSON.parse('{ "__proto__": "x" }')
  const values = ['', undefined, null, {}, [], ['a'], () => 'a', new Date(Number.NaN), '\ud800', 'a\udc00']
  for (const id of values)
    assert.throws(() => fill('/books/:id', { id }), {
      name: 'TypeError',
      message: "DELETE /books/:id must have a text that is not empty for 'id'."
    })
  for (const name of ['constructor', 'toString', '__proto__']) {
    assert.throws(() => fill(`/books/:${name}`, {}), { message: new RegExp(`for '${name}'`) })
    assert.equal(fill(`/books/:${name}?`, {}), '/books')
  }
  assert.equal(fill('/books/:__proto__', proto), '/books/x')
  assert.throws(() => fill('/:a/:b?', { b: 'x' }), { message: /'a'/ })
  assert.throws(() => fill('/:a/:b?', { a: 'x', b: '' }), { message: /'b'/ })
})

test('a path that URL normalization would change throws', () => {
  for (const [path, params] of [
    ['/users/:id/notes', { id: '..' }],
    ['/users/:id/notes', { id: '.' }],
    ['/users/:id', { id: '..' }],
    ['/:a./x', { a: '.' }],
    ['/x/:a?', { a: '..' }],
    ['/files/*', { '*': 'a/../../b' }],
    ['/files/*', { '*': '..' }],
    ['/a/../b', {}],
    ['/x?y/:a', { a: 'x' }],
    ['/x#y', {}]
  ] as const)
    assert.throws(() => fill(path, params), {
      name: 'TypeError',
      message: /^DELETE \/.* is not reached with these parameters: '\/.*' is read otherwise\.$/
    })
  for (const [id, path] of Object.entries({
    '...': '/users/...',
    '..a': '/users/..a',
    'a..': '/users/a..',
    '../..': '/users/..%2F..',
    '%2e%2e': '/users/%252e%252e',
    '..\\': '/users/..%5C'
  }))
    assert.equal(fill('/users/:id', { id }), path)
  assert.equal(fill('/files/*', { '*': '%2e%2e/.\t./..\\x' }), '/files/%252e%252e/.%09./..%5Cx')
})

test('static text of a path is encoded as the router expects', () => {
  assert.equal(fill('/50%/é/:a', { a: 'x' }), '/50%25/%C3%A9/x')
  assert.equal(fill('/a b::c@d/*', { '*': '' }), '/a%20b:c@d/')
})
