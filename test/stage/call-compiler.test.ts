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

test('a function is taken, and nothing is none', () => {
  const made = () => true
  assert.equal(
    ask(() => made),
    made
  )
  assert.deepEqual([ask(() => undefined), ask(() => null)], [undefined, undefined])
})

test('what is neither stops the boot, or fails when it is called, or is passed over', () => {
  const message = /the validator compiler answered boolean for 'body'/
  assert.throws(() => ask(() => false), { message })
  assert.throws(ask(() => false, false) ?? assert.fail, { message })
  assert.equal(
    ask(() => false, false, true),
    undefined
  )
})

test('a compiler that throws or returns a promise is the cause of the error', async () => {
  const cause = new Error('no such keyword')
  const fail = (thrown: unknown) => () => {
    throw thrown
  }
  assert.throws(() => ask(fail(cause)), { message: /GET.*\/books.*no such keyword/, cause, httpPart: 'body' })
  assert.throws(() => ask(fail('text')), { message: /text/ })
  assert.throws(() => ask(() => Promise.reject(cause)), { message: /The validator compiler returned a promise/ })
  await new Promise(setImmediate)
})

test('a pattern that can take exponential time keeps its own code', () => {
  const unsafe = new errors.ESP_ERR_SCH_UNSAFE('body', 'GET', '/', 'the pattern')
  const compiler = () => {
    throw unsafe
  }
  assert.throws(() => ask(compiler), unsafe)
})

test('a schema of one media type is told with it, and with its status', () => {
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
