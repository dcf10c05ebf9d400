// test/path-params.test.ts compares the parameters of random paths with those of the router.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillPath } from '../../src/contract/fill.ts'
import { makeTarget } from '../../src/contract/make-target.ts'
import { namesIn } from '../../src/contract/path.ts'

const paths: [path: string, params: Record<string, unknown>, url: string][] = [
  ['/', {}, '/'],
  ['/a/b', { a: 1 }, '/a/b'],
  ['/:a', { a: 'x' }, '/x'],
  ['/:a/:b', { a: '/ ?#é', b: 0 }, '/%2F%20%3F%23%C3%A9/0'],
  ['/:a-:b', { a: 1, b: 2 }, '/1-2'],
  ['/:a.:b', { a: 1, b: 2 }, '/1.2'],
  ['/:file.png', { file: 'x' }, '/x.png'],
  ['/a::b', { b: 1 }, '/a:b'],
  ['/::a', {}, '/:a'],
  ['/:a(^\\d+$)', { a: 5 }, '/5'],
  ['/:a((?:x|y)+)/:b', { a: 'xy', b: 1 }, '/xy/1'],
  ['/:a(\\(+)b', { a: '((' }, '/((b'],
  ['/:a(\\)+)b', { a: '))' }, '/))b'],
  ['/:a(\\\\)b', { a: '\\' }, '/%5Cb'],
  ['/x/*', { '*': 'deep/name?' }, '/x/deep/name%3F'],
  ['/x/*', { '*': '' }, '/x/'],
  ['/x*y', { '*': 'z' }, '/x*y'],
  ['/x/é y', {}, '/x/%C3%A9%20y'],
  ['/:a?', { a: 1 }, '/1'],
  ['/:a?', {}, '/'],
  ['/:a?', { a: undefined }, '/'],
  ['/x/:a?', {}, '/x'],
  ['/x/:a?', { a: 'y' }, '/x/y'],
  ['/x/:a?/', {}, '/x/'],
  ['/x/:a?/', { a: 'y' }, '/x/y/'],
  ['/:a/:b-:c?', { a: 1 }, '/1'],
  ['/:a/:b-:c?', { a: 1, b: '', c: 2 }, '/1/-2'],
  ['/:a/:b-:c?', { a: 1, b: 3, c: 2 }, '/1/3-2']
]

for (const [path, params, url] of paths)
  test(`${path} with ${JSON.stringify(params)} is ${url}`, () => {
    assert.equal(fillPath(makeTarget({ method: 'GET', path, schema: {} }), params), url)
  })

const names: [path: string, names: string[]][] = [
  ['/', []],
  ['', []],
  ['*', ['*']],
  ['/a*b', []],
  ['/a::b/:c', ['c']],
  ['/:a/:a', ['a']],
  ['/:a-:b.:c/*', ['a', 'b', 'c', '*']],
  ['/:a(^:b$)/:c?', ['a', 'c']],
  ['/x:a?', ['a?']]
]

for (const [path, found] of names)
  test(`the parameters of ${path || 'an empty path'} are ${found.join(', ') || 'empty'}`, () => {
    assert.deepEqual([...namesIn(path)], found)
  })
