import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isError } from '../../src/error/error.ts'
import { toPolicy } from '../../src/policy.ts'
import { buildValidator, type ValidatorCompiler } from '../../src/schema/validator.ts'
import { defaultSchemaErrorFormatter } from '../../src/stage/schema-error.ts'
import {
  compileValidators,
  toValidationError,
  type ValidationFailure,
  validateRequest
} from '../../src/stage/validate.ts'
import { check, compile, errorOf, needs, target, where } from '../schema/validating.ts'

test('a route without request schemas has no validators', () => {
  assert.equal(compileValidators({}, buildValidator(), where, toPolicy({})), null)
  assert.equal(compileValidators({ response: new Map() }, buildValidator(), where, toPolicy({})), null)
})

test('the parts are validated in the order params, body, querystring, headers, up to the first failure', () => {
  const schema = { headers: needs('h'), querystring: needs('q'), body: { schema: needs('b') }, params: needs('p') }
  const request = target({ body: {} })
  for (const [part, fix] of [
    ['params', { params: { p: 1 } }],
    ['body', { body: { b: 1 } }],
    ['querystring', { query: { q: 1 } }],
    ['headers', { headers: { h: 1 } }]
  ] as const) {
    assert.equal((check(schema, request) as ValidationFailure).httpPart, part)
    Object.assign(request, fix)
  }
  assert.equal(check(schema, request), null)
})

test('a failure becomes an error with status, code, context, the errors of the validator, and no stack', () => {
  const error = errorOf(check({ body: { schema: needs('a') } }, target({ body: {} })))
  assert.equal(error.message, "body must have required property 'a'")
  assert.equal(error.statusCode, 400)
  assert.equal(error.code, 'FST_ERR_VALIDATION')
  assert.equal(error.validationContext, 'body')
  assert.equal((error.validation as { keyword: string }[])[0]?.keyword, 'required')
  assert.doesNotMatch(error.stack ?? '', /\n\s+at /)
})

test('the default message names the part and the path, with one clause for each error', () => {
  const errors = [
    { instancePath: '/a/0', message: 'must be integer' },
    { instancePath: '', message: 'must be nice' }
  ]
  assert.equal(
    (defaultSchemaErrorFormatter(errors, 'querystring') as Error).message,
    'querystring/a/0 must be integer, querystring must be nice'
  )
})

test('a missing body is validated as null', () => {
  assert.equal(errorOf(check({ body: { schema: needs('a') } }, target())).message, 'body must be object')
  assert.equal(check({ body: { schema: { type: ['object', 'null'] } } }, target()), null)
})

test('coerced and default values replace those of the request', () => {
  const schema = { querystring: { type: 'object', properties: { n: { type: 'integer' }, d: { default: 'x' } } } }
  const request = target({ query: { n: '1' } })
  assert.equal(check(schema, request), null)
  assert.deepEqual(request.query, { n: 1, d: 'x' })
})

test('a coerced root value replaces the body', () => {
  const request = target({ body: '10' })
  assert.equal(check({ body: { schema: { type: 'integer', minimum: 1, maximum: 10 } } }, request), null)
  assert.equal(request.body, 10)
})

test('requests of one route keep their own coerced root values', () => {
  const validators = compile({ body: { schema: { type: 'integer' } } })
  const [first, second] = [target({ body: '1' }), target({ body: '2' })]
  for (const request of [first, second]) validateRequest(validators, request)
  assert.deepEqual([first.body, second.body], [1, 2])
})

test('a validator keeps no reference to a request', () => {
  const validators = compile({ body: { schema: {} }, params: {} })
  validateRequest(validators, target({ body: {} }))
  assert.ok(validators.every(({ context }) => context.parentData === undefined))
})

test('the schema false refuses every request', () => {
  assert.equal(
    errorOf(check({ body: { schema: false } }, target({ body: {} }))).message,
    'body boolean schema is false'
  )
})

test('each media type has its own schema', () => {
  const content = new Map<string, object>([
    ['application/json', needs('j')],
    ['text/csv', { type: 'string' }]
  ])
  assert.equal(check({ body: { content } }, target({ mediaType: 'text/csv', body: 'a,b' })), null)
  const failure = check({ body: { content } }, target({ mediaType: 'application/json', body: {} }))
  assert.equal(errorOf(failure).message, "body must have required property 'j'")
})

test('a media type without a schema is refused with 415', () => {
  const content = new Map([['application/json', needs('j')]])
  for (const mediaType of ['text/plain', 'constructor', '__proto__']) {
    const error = errorOf(check({ body: { content } }, target({ mediaType, body: { j: 1 } })))
    assert.ok(isError(error, 'FST_ERR_CTP_INVALID_MEDIA_TYPE'))
    assert.equal(error.statusCode, 415)
  }
})

test('the */* schema applies to media types without a schema of their own', () => {
  const content = new Map([
    ['application/json', needs('j')],
    ['*/*', needs('any')]
  ])
  const error = errorOf(check({ body: { content } }, target({ mediaType: 'text/plain', body: {} })))
  assert.equal(error.message, "body must have required property 'any'")
})

test('a missing body is validated although it has no media type', () => {
  const content = new Map([['application/json', needs('j')]])
  assert.equal(errorOf(check({ body: { content } }, target())).message, 'body must be object')
})

test('the compiler receives the schema, the route, the part and the media type', () => {
  const asked: unknown[] = []
  const content = new Map([['text/csv', { c: 1 }]])
  compile({ params: { p: 1 }, body: { content } }, (request) => {
    asked.push(request)
    return () => true
  })
  assert.deepEqual(asked, [
    { schema: { p: 1 }, method: 'POST', url: '/users', httpPart: 'params' },
    { schema: { c: 1 }, method: 'POST', url: '/users', httpPart: 'body', contentType: 'text/csv' }
  ])
})

test('a schema that does not compile throws an error that names the route and has a cause', () => {
  assert.throws(
    () => compile({ body: { schema: { $ref: 'nowhere#' } } }),
    (error: Error) =>
      isError(error, 'FST_ERR_SCH_VALIDATION_BUILD') &&
      error.message ===
        "Failed building the validation schema for POST: /users, due to error can't resolve reference nowhere# from id #" &&
      error.cause instanceof Error
  )
})

test('a schema that does not compile throws an error with its part and media type', () => {
  const nowhere = { $ref: 'nowhere#' }
  const content = new Map([['text/csv', nowhere]])
  assert.throws(() => compile({ params: nowhere }), { code: 'FST_ERR_SCH_VALIDATION_BUILD', httpPart: 'params' })
  assert.throws(() => compile({ body: { content } }), { httpPart: 'body', contentType: 'text/csv' })
})

test('a compiler that returns a non-function throws an error that names the part', () => {
  for (const answer of [{}, true, 'text']) {
    assert.throws(
      () => compile({ params: {} }, (() => answer) as never),
      (error: Error) => isError(error, 'FST_ERR_SCH_VALIDATION_BUILD') && error.message.includes("'params'")
    )
  }
})

test('a compiler that returns undefined leaves the part unvalidated', () => {
  const compiler: ValidatorCompiler = ({ httpPart, contentType }) =>
    (httpPart === 'params' || contentType === 'text/plain' ? undefined : () => false) as never
  assert.equal(compileValidators({ params: {} }, compiler, where, toPolicy({})), null)
  const content = new Map([
    ['text/plain', {}],
    ['text/csv', {}]
  ])
  const schema = { params: {}, body: { content } }
  assert.equal(check(schema, target({ mediaType: 'text/plain' }), compiler), null)
  assert.notEqual(check(schema, target({ mediaType: 'text/csv' }), compiler), null)
})

test('a body too deep for its recursive schema is refused with 400', () => {
  const tree = { $id: 'tree', type: 'object', properties: { a: { $ref: '#' } } }
  let body: object = {}
  for (let depth = 0; depth < 100_000; depth++) body = { a: body }
  const error = errorOf(check({ body: { schema: tree } }, target({ body })))
  assert.ok(isError(error, 'ESP_ERR_VALIDATION_TOO_DEEP'))
  assert.equal(error.statusCode, 400)
})

test('an error of the formatter keeps its status and code, and the formatter receives the errors and the part', () => {
  const failure = check({ querystring: needs('q') }, target()) as ValidationFailure
  const error = toValidationError(failure, (errors, httpPart) => {
    assert.equal(errors, failure.errors)
    return Object.assign(new Error(`bad ${httpPart}`), { statusCode: 422, code: 'MINE' })
  }) as Error & Record<string, unknown>
  assert.deepEqual([error.message, error.statusCode, error.code], ['bad querystring', 422, 'MINE'])
  assert.equal(error.validation, failure.errors)
})

test('a formatter that returns a non-error yields the default message', () => {
  const failure = check({ querystring: needs('q') }, target()) as ValidationFailure
  for (const answer of [undefined, 'text', null]) {
    assert.equal(toValidationError(failure, () => answer).message, "querystring must have required property 'q'")
  }
})

test('a pattern that can take exponential time throws ESP_ERR_SCH_UNSAFE', () => {
  assert.throws(
    () => compile({ params: { type: 'string', pattern: '^(a+)+$' } }),
    (error) => isError(error, 'ESP_ERR_SCH_UNSAFE')
  )
})

test("compat: 'fastify' accepts unlisted media types and missing bodies, and validates a listed media type", () => {
  const content = new Map([['application/json', needs('j')]])
  const validators = compileValidators({ body: { content } }, buildValidator(), where, toPolicy({ compat: 'fastify' }))
  assert.ok(validators)
  assert.equal(validateRequest(validators, target({ mediaType: 'text/plain', body: 'x' })), null)
  assert.equal(validateRequest(validators, target()), null)
  assert.notEqual(validateRequest(validators, target({ mediaType: 'application/json', body: {} })), null)
})

test("compat: 'fastify' ignores a non-function as the validator of a body, and fails with it for every other part", () => {
  for (const answer of [false, 1, {}]) {
    const compileFor = (schema: object) =>
      compileValidators(schema, (() => answer) as never, where, toPolicy({ compat: 'fastify' }))
    assert.equal(compileFor({ body: { schema: {} } }), null)
    for (const part of ['params', 'querystring', 'headers']) {
      const validators = compileFor({ [part]: {} })
      assert.ok(validators)
      const failure = validateRequest(validators, target())
      assert.ok(failure !== null && !(failure instanceof Promise))
      assert.match(String(failure.thrown), /It must return a function/)
    }
  }
})

for (const [what, result, body] of [
  ['{ value } replaces the body', { value: 1 }, 1],
  ['{ value } with error: undefined replaces the body', { error: undefined, value: 1 }, 1],
  ['{ value: undefined } replaces the body by undefined', { value: undefined }, undefined],
  ['{ error: null } keeps the body', { error: null }, 'sent'],
  ['an object without value and error keeps the body', {}, 'sent'],
  ['a list keeps the body', [], 'sent']
] as [string, object, unknown][]) {
  test(`a validator's result: ${what}`, () => {
    const validators = compileValidators({ body: { schema: {} } }, () => () => result, where, toPolicy({}))
    assert.ok(validators)
    const request = target({ body: 'sent' })
    assert.equal(validateRequest(validators, request), null)
    assert.equal(request.body, body)
  })
}
