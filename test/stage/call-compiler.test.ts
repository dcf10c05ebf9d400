import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errors } from '../../src/error/error.ts'
import { callCompiler } from '../../src/stage/call-compiler.ts'

const request = { method: 'GET', url: '/books' }

const ask = (compiler: () => unknown, refusesNoFunctions = true, isIgnored = false) =>
  callCompiler({
    kind: 'validator',
    compiler,
    request,
    described: { httpPart: 'body' },
    refusesNoFunctions,
    isIgnored: () => isIgnored
  })

test('the function that a compiler returns is used, and undefined and null stand for no function', () => {
  const made = () => true
  assert.equal(
    ask(() => made),
    made
  )
  assert.deepEqual([ask(() => undefined), ask(() => null)], [undefined, undefined])
})

test('a compiler result of another type throws at boot, throws when it is called, or is ignored, by the options', () => {
  const message = /the validator compiler answered boolean for 'body'/
  assert.throws(() => ask(() => false), { message })
  assert.throws(ask(() => false, false) ?? assert.fail, { message })
  assert.equal(
    ask(() => false, false, true),
    undefined
  )
})

test('the error for a failing compiler names its route and reason, and a returned promise is refused', async () => {
  const cause = new Error('no such keyword')
  const fail = (thrown: unknown) => () => {
    throw thrown
  }
  assert.throws(() => ask(fail(cause)), { message: /GET.*\/books.*no such keyword/, cause, httpPart: 'body' })
  assert.throws(() => ask(fail('text')), { message: /text/ })
  assert.throws(() => ask(() => Promise.reject(cause)), { message: /The validator compiler returned a promise/ })
  await new Promise(setImmediate)
})

test('an ESP_ERR_SCH_UNSAFE error thrown by a compiler is rethrown unchanged', () => {
  const unsafe = new errors.ESP_ERR_SCH_UNSAFE('body', 'GET', '/', 'the pattern')
  const compiler = () => {
    throw unsafe
  }
  assert.throws(() => ask(compiler), unsafe)
})

test('the error for a schema of one media type has its status and content type', () => {
  const compiler = () => false
  const described = { httpStatus: '2xx' }
  const asked = { kind: 'serializer', compiler, described, refusesNoFunctions: true, isIgnored: () => false } as const
  assert.throws(() => callCompiler({ ...asked, request: { ...request, contentType: 'text/csv' } }), {
    code: 'FST_ERR_SCH_SERIALIZATION_BUILD',
    httpStatus: '2xx',
    contentType: 'text/csv'
  })
  assert.throws(
    () => callCompiler({ ...asked, request }),
    (error: object) => !('contentType' in error)
  )
})
