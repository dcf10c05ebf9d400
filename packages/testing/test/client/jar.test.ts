import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { budget } from '../../../../test/fuzz/budget.ts'
import { CookieJar } from '../../src/client/jar.ts'

const sent = (fields: readonly string[], path: string, at = '/a/b') => {
  const jar = new CookieJar()
  jar.store(fields, at)
  return Object.fromEntries(jar.cookiesFor(path))
}

test('a cookie is sent to its path and below, and by default to the folder of the request', () => {
  assert.deepEqual(sent(['x=1; Path=/a'], '/a/c'), { x: '1' })
  assert.deepEqual(sent(['x=1; Path=/a'], '/ab'), {})
  assert.deepEqual(sent(['x=1'], '/a/c'), { x: '1' })
  assert.deepEqual(sent(['x=1'], '/c'), {})
  assert.deepEqual(sent(['x=1; path=/', 'x=2; path=/a'], '/a'), { x: '2' })
})

test('a cookie expires, and Max-Age has precedence over Expires', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_700_000_000_000 })
  const jar = new CookieJar()
  jar.store(['a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'b=1; Max-Age=0', 'c=1; expires=x'], '/')
  assert.deepEqual(Object.fromEntries(jar.cookiesFor('/')), { a: '1', c: '1' })
  t.mock.timers.tick(60_000)
  assert.deepEqual(Object.fromEntries(jar.cookiesFor('/')), { c: '1' })
})

test('stored cookies never contain a semicolon', () => {
  const part = fc.oneof(fc.string(), fc.constantFrom('Path=/', 'Max-Age=1', 'Expires=', 'a=b', '=', '__proto__=1'))
  fc.assert(
    fc.property(fc.array(fc.array(part).map((parts) => parts.join(';'))), fc.webPath(), (fields, path) => {
      for (const [name, value] of Object.entries(sent(fields, path))) assert.doesNotMatch(name + value, /;/)
    }),
    budget(1000)
  )
})
