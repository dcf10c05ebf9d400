/** Validators other than Ajv’s: the values that they may return, throw and resolve to. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Validate, ValidatorCompiler } from '../../../src/schema/validator.ts'
import { validateRequest } from '../../../src/stage/validate.ts'
import { always, check, compile, errorOf, needs, target } from '../../schema/validating.ts'

test('a custom validator may return { value }, which replaces the part, falsy values included', () => {
  for (const value of [{ replaced: true }, 0, '', null, false]) {
    const request = target({ body: { a: 1 } })
    assert.equal(
      check(
        { body: { schema: {} } },
        request,
        always(() => ({ value }))
      ),
      null
    )
    assert.equal(request.body, value)
  }
})

test('a returned { error } that is an Error is reported itself, and another value goes to the formatter', () => {
  const own = Object.assign(new Error('own words'), { details: 1 })
  const error = errorOf(
    check(
      { body: { schema: {} } },
      target(),
      always(() => ({ error: own, value: 1 }))
    )
  )
  assert.equal(error, own)
  assert.equal(error.statusCode, 400)
  assert.equal(error.code, 'FST_ERR_VALIDATION')
  assert.equal(error.validationContext, 'body')

  const list = [{ message: 'is odd' }]
  const formatted = errorOf(
    check(
      { body: { schema: {} } },
      target(),
      always(() => ({ error: list }))
    )
  )
  assert.equal(formatted.message, 'body is odd')
  assert.equal(formatted.validation, list)
})

test('a reported error keeps its own status, code and context', () => {
  const own = Object.assign(new Error('no'), { statusCode: 422, code: 'MINE', validationContext: 'elsewhere' })
  const error = errorOf(
    check(
      { params: {} },
      target(),
      always(() => ({ error: own }))
    )
  )
  assert.deepEqual([error.statusCode, error.code, error.validationContext], [422, 'MINE', 'elsewhere'])
})

test('a custom validator that returns false fails the part, with or without errors', () => {
  const silent: Validate = () => false
  assert.equal(errorOf(check({ params: {} }, target(), always(silent))).message, 'params is invalid')
  const spoken: Validate = Object.assign(() => false, { errors: [{ instancePath: '/a', message: 'is odd' }] })
  assert.equal(errorOf(check({ params: {} }, target(), always(spoken))).message, 'params/a is odd')
})

test('a custom validator that returns true, undefined or another value without an error passes', () => {
  for (const answer of [undefined, null, true, 1, 'yes', {}]) {
    assert.equal(
      check(
        { params: {} },
        target(),
        always(() => answer)
      ),
      null
    )
  }
})

test('a custom validator is called with one argument', () => {
  let count = 0
  check(
    { params: {} },
    target(),
    always((...all: unknown[]) => (count = all.length))
  )
  assert.equal(count, 1)
})

test('a validator that throws is a 500, with the thrown value as the error or as its cause', () => {
  const thrown = new TypeError('broken')
  const throwing: Validate = () => {
    throw thrown
  }
  const error = errorOf(check({ params: {} }, target(), always(throwing)))
  assert.equal(error, thrown)
  assert.deepEqual([error.statusCode, error.code], [500, 'FST_ERR_VALIDATION'])

  const odd = errorOf(
    check(
      { params: {} },
      target(),
      always(() => {
        throw 'text'
      })
    )
  )
  assert.equal(odd.statusCode, 500)
  assert.equal(odd.cause, 'text')
})

test('the promise of a validator passes or fails, and the next part is validated after it', async () => {
  const asked: string[] = []
  const compiler: ValidatorCompiler =
    ({ httpPart }) =>
    async () => {
      asked.push(httpPart)
      await null
      return httpPart !== 'querystring'
    }
  const failure = await check({ params: {}, querystring: {}, headers: {} }, target(), compiler)
  assert.equal(failure?.httpPart, 'querystring')
  assert.deepEqual(asked, ['params', 'querystring'])
})

test('a validator that rejects fails with the reason of the rejection', async () => {
  const reason = new Error('not this one')
  const failure = await check(
    { params: {} },
    target(),
    always(async () => {
      throw reason
    })
  )
  assert.ok(failure)
  assert.equal(errorOf(failure), reason)
})

test('the value that an async validator resolves to is not read as { error, value }', async () => {
  const request = target({ body: { error: 'x', value: 'y' } })
  assert.equal(
    await check(
      { body: { schema: {} } },
      request,
      always(async (data) => data)
    ),
    null
  )
  assert.deepEqual(request.body, { error: 'x', value: 'y' })
  const schema = { $async: true, type: 'object' }
  assert.equal(await check({ body: { schema } }, request), null)
  assert.deepEqual(request.body, { error: 'x', value: 'y' })
})

test('a custom compiler compiles the schema of a body once for all content types', () => {
  const asked: unknown[] = []
  const compiler: ValidatorCompiler = ({ contentType, httpPart }) => {
    asked.push([httpPart, contentType])
    return () => true
  }
  const validators = compile({ body: { schema: needs('a') } }, compiler)
  for (const mediaType of ['application/json', 'application/x-www-form-urlencoded'])
    assert.equal(validateRequest(validators, target({ body: {}, mediaType })), null)
  assert.deepEqual(asked, [['body', undefined]])
})
