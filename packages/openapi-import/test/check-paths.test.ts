import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ArgumentError } from '@espalier/command-kit'
import { checkPaths } from '../src/check-paths.ts'
import { documentOf } from './documents.ts'

const get = { get: { responses: {} } }
const put = { put: { responses: {} } }

for (const [path, text, why] of [
  ['/a*', '*', 'where the router has the rest of a path'],
  ['/a%3Ab', '%3A', 'which the router does not compare']
] as const)
  test(`the path ${path} is refused`, () => {
    assert.throws(
      () => checkPaths(documentOf({ [path]: {} }), 'a.yml'),
      new ArgumentError(`a.yml has at paths → ${path} the text '${text}', ${why}. No endpoint can have this path.`)
    )
  })

for (const [first, second] of [
  ['/files/{id}', '/files/{name}'],
  ['/{a}/x/{b}', '/{b}/x/{a}'],
  ['/{a}.{b}', '/{a}.{c}'],
  ['/caf%C3%A9', '/café']
] as const)
  for (const other of [get, put])
    test(`${first} and ${second} with ${Object.keys(other)} are refused as the same path`, () => {
      assert.throws(
        () => checkPaths(documentOf({ [first]: get, '/between': get, [second]: other }), 'a.yml'),
        new ArgumentError(
          `a.yml has the paths ${first} and ${second}, which lead to the same place: the names of parameters and escapes do not tell paths apart. Write one path with the operations of both.`
        )
      )
    })

test('different paths, paths without operations and fragments are accepted', () => {
  checkPaths(documentOf({ '/a/{b}': get, '/a/{b}/': get, '/a/b': get, '/{a}/{b}': get, '/a/{b}.x': get }), 'a.yml')
  checkPaths(documentOf({ '/a/{b}': get, '/a/{c}': {}, 'x-a/*': {} }), 'a.yml')
  checkPaths(documentOf({ '/a#{b}': get, '/a#{c}': put }), 'a.yml')
})
