// What paths become with their parameters: test/contract/path.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillPath, type PathParts, toText } from '../../src/contract/fill.ts'

test('parameters stand between texts, and an optional end is a list', () => {
  const parts = ['/a/', 'b', '', ['/', 'c'], '/']
  assert.equal(fillPath(parts, { b: 'x y' }), '/a/x%20y/')
  assert.equal(fillPath(parts, { b: 1, c: 2n }), '/a/1/2/')
  assert.equal(fillPath(['/', '*'], { '*': 'a/b c?#%2e' }), '/a/b%20c%3F%23%252e')
})

test('a date stands as JSON has it, everything else as its text', () => {
  assert.equal(toText(new Date(0)), '1970-01-01T00:00:00.000Z')
  const texts = [1, 12345678901234567890n, null, undefined, 'a'].map((value) => `${toText(value)}`)
  assert.deepEqual(texts, ['1', '12345678901234567890', 'null', 'undefined', 'a'])
  assert.equal(fillPath(['/', 'at'], { at: new Date(0) }), '/1970-01-01T00%3A00%3A00.000Z')
})

test('a segment of dots would lead to another endpoint, and is refused', () => {
  const refused: [PathParts, Record<string, unknown>][] = [
    [['/users/', 'id', '/notes'], { id: '..' }],
    [['/users/', 'id', '/notes'], { id: '.' }],
    [['/users/', 'id'], { id: '..' }],
    [['/', 'a', '.', 'b', '/x'], {}],
    [['/x', ['/', 'a']], { a: '..' }],
    [['/files/', '*'], { '*': 'a/../../b' }],
    [['/files/', '*'], { '*': '..' }]
  ]
  for (const [parts, params] of refused)
    assert.throws(() => fillPath(parts, params), { name: 'TypeError', message: /^no address: \// })
  for (const [id, path] of Object.entries({
    '...': '/users/...',
    '..a': '/users/..a',
    'a..': '/users/a..',
    '../..': '/users/..%2F..',
    '%2e%2e': '/users/%252e%252e',
    '..\\': '/users/..%5C'
  }))
    assert.equal(fillPath(['/users/', 'id'], { id }), path)
  assert.equal(fillPath(['/files/', '*'], { '*': '%2e%2e/.\t./..\\x' }), '/files/%252e%252e/.%09./..%5Cx')
  assert.equal(
    new URL(`http://x${fillPath(['/files/', '*'], { '*': '.\t./%2e%2e/..\\' })}`).pathname.startsWith('/files/'),
    true
  )
})
