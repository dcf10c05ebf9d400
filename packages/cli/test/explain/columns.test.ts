import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { linesOf, placeOf, section } from '../../src/explain/columns.ts'

test('cells are aligned in columns without trailing spaces', () => {
  assert.deepEqual(
    linesOf([
      ['GET', '/a', ''],
      ['POST', '/longer', 'x']
    ]),
    ['GET   /a', 'POST  /longer  x']
  )
  assert.equal(section('routes', [['GET', '/a']]), '\nroutes\n  GET  /a')
  assert.equal(section('routes', []), '\nroutes: nothing')
})

test('control and invisible characters are escaped', () => {
  assert.deepEqual(linesOf([['a\u001b[31mb\n\u202ec']]), ['a\\u001b[31mb\\n\\u202ec'])
})

test('a place is relative to the current folder, unless it is outside', () => {
  const place = { line: 12, column: 3 }
  assert.equal(placeOf({ ...place, file: pathToFileURL(join(process.cwd(), 'src/auth.ts')).href }), 'src/auth.ts:12')
  assert.equal(placeOf({ ...place, file: '/elsewhere/auth.cjs' }), '/elsewhere/auth.cjs:12')
  assert.equal(placeOf(null), '')
})
