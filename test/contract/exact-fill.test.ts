// Random contracts: test/client/outgoing/reach.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillExactly } from '../../src/contract/exact-fill.ts'
import { makeTarget } from '../../src/contract/make-target.ts'
import { rivalsOf } from '../../src/contract/rival.ts'

const target = (path: string) => makeTarget({ method: 'DELETE', path, schema: {} })
const fill = (path: string, params: object) => fillExactly(target(path), params as Record<string, unknown>)

test('values that the router would parse differently throw', () => {
  for (const [path, params] of [
    ['/:a-:b', { a: '1', b: '2-3' }],
    ['/:a-:b-:c', { a: '1', b: '2', c: '3-4' }],
    ['/:file.:ext', { file: 'a', ext: 'b.c' }],
    ['/:id(^\\d+$)', { id: 'x' }],
    ['/:id(^\\d+$)', { id: '1\n' }],
    ['/:a(^x(y)$)/:b', { a: 'xy', b: 'c' }],
    ['/:a.100%', { a: 'x' }],
    ['/x/:a(.*)', { a: '' }]
  ] as const)
    assert.throws(
      () => fill(path, params),
      { name: 'TypeError', message: /^DELETE .* is not reached with these parameters: '\/.*' is read otherwise\.$/ },
      path
    )
  assert.equal(fill('/:a-:b', { a: '1-2', b: '3' }), '/1-2-3')
  assert.equal(fill('/:file.:ext', { file: '', ext: 'c' }), '/.c')
  assert.equal(fill('/data:ext(|\\.json)', { ext: '' }), '/data')
})

test('a path that matches a rival route throws with its name', () => {
  const [one, all, rest] = [target('/books/:id'), target('/books/all'), target('/books/*')]
  const among = (id: string) => fillExactly({ ...one, rivals: rivalsOf(one, [rest, one, all]) }, { id })
  assert.equal(among('7'), '/books/7')
  assert.throws(() => among('all'), {
    name: 'TypeError',
    message: "DELETE /books/:id is not reached with these parameters: '/books/all' leads to DELETE /books/all."
  })
  const below = (path: string) => fillExactly({ ...rest, rivals: rivalsOf(rest, [rest, all]) }, { '*': path })
  assert.equal(below('a/all'), '/books/a/all')
  for (const path of ['all', 'all/', '/all']) assert.throws(() => below(path), /leads to DELETE \/books\/all\./)
})
