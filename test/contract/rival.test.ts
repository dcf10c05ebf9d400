// test/client/outgoing/reach.test.ts checks with random contracts that the router agrees.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTarget } from '../../src/contract/make-target.ts'
import { rivalsOf } from '../../src/contract/rival.ts'

const targetOf = (name: string) => {
  const [method = '', path = ''] = name.split(' ')
  return makeTarget({ method, path, schema: {} })
}

const rivals = (...names: string[]) => rivalsAmong(names, names[0])

function rivalsAmong(names: readonly string[], called: string | undefined): string[] {
  const all = names.map(targetOf)
  const target = all.find(({ name }) => name === called)
  assert.ok(target)
  return [...new Set(rivalsOf(target, all).map(({ name }) => name))]
}

for (const [names, found] of [
  [['GET /books/:id', 'GET /books/new', 'DELETE /books/old', 'GET /books/new/x', 'GET /other'], ['GET /books/new']],
  [['HEAD /books/:id', 'GET /books/new', 'GET /books/:id'], ['GET /books/new']],
  [['GET /books/:id', 'GET /books/:id(^\\d+$)', 'GET /books/*', 'GET /:a/:b'], ['GET /books/:id(^\\d+$)']],
  [['GET /:a', 'GET /', 'GET /b/', 'GET /:b'], ['GET /b/']],
  [['GET /:a-:b', 'GET /:a.:b', 'GET /:a'], []],
  [['GET /:a.:b', 'GET /:a-:b'], []],
  [['GET /:a(^x$)', 'GET /:a(^y$)z', 'GET /:a(^y$)'], ['GET /:a(^y$)z']],
  [['GET /:a(^x$)z', 'GET /:a(^y$)yz', 'GET /:a(^y$)'], ['GET /:a(^y$)yz']],
  [['GET /:a/', 'GET /new/:b', 'GET /:b/:c'], ['GET /new/:b']],
  [['GET /x/:a?', 'GET /x/', 'GET /x/y/', 'GET /x'], ['GET /x/y/']],
  [['GET /:a/b', 'GET /x/:b?'], ['GET /x/:b?']],
  [
    ['GET /files/*', 'GET /files', 'GET /files/:a', 'GET /*', 'GET /:a/b'],
    ['GET /files', 'GET /files/:a', 'GET /*']
  ]
] as const)
  test(`the rivals of ${names.join(', ')}`, () => {
    assert.deepEqual(rivals(...names), found)
  })

test('among two patterns the first added one is matched first', () => {
  const [digits, letters] = ['GET /:a(^[a-z0-9]+$)', 'GET /:b(^[a-z]+$)'].map(targetOf)
  assert.ok(digits && letters)
  const count = (of: typeof digits, all: (typeof digits)[]) => rivalsOf(of, all).length
  assert.deepEqual([count(digits, [digits, letters]), count(letters, [digits, letters])], [0, 1])
  assert.deepEqual([count(digits, [letters, digits]), count(letters, [letters, digits])], [1, 0])
})

test('a pattern has the position of the first endpoint that uses it after the same prefix', () => {
  const [first, second, third] = ['GET /:b(^[a-z]+$)/new', 'GET /:constructor(.*)/:b', 'GET /:b(^[a-z]+$)/all'] as const
  assert.deepEqual(rivalsAmong([first, second, third], second), [first, third])
  assert.deepEqual(rivalsAmong([first, second, third], third), [])
  assert.deepEqual(rivalsAmong(['GET /x/:b(^[a-z]+$)/new', second, third], second), [])
  assert.deepEqual(rivalsAmong(['DELETE /:b(^[a-z]+$)/new', second, third], third), [second])
  assert.deepEqual(rivalsAmong([first, 'HEAD /:c(.*)/:b', third], 'HEAD /:c(.*)/:b'), [first, third])
})

test('a longer suffix is matched first unless another suffix was added between', () => {
  assert.deepEqual(rivalsAmong(['GET /:a.y', 'GET /:a(.*)x.y'], 'GET /:a.y'), ['GET /:a(.*)x.y'])
  const between = ['GET /:a.y', 'GET /:a-', 'GET /:a(.*)x.y']
  assert.deepEqual(rivalsAmong(between, 'GET /:a.y'), [])
  assert.deepEqual(rivalsAmong(between, 'GET /:a(.*)x.y'), ['GET /:a.y', 'GET /:a-'])
})

test('the rivals of an endpoint are computed once per list of targets', () => {
  const all = ['GET /:a', 'GET /b'].map(targetOf)
  const [first] = all
  assert.ok(first)
  assert.equal(rivalsOf(first, all), rivalsOf(first, all))
})
