import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import {
  errors,
  isError,
  readOf,
  toStatus,
  withMessage,
  withoutStack,
  withStackHeadline
} from '../../src/error/error.ts'

/** Values that a handler could throw, and whose members throw when they are read. */
const hostile: [string, unknown][] = [
  ['getters that throw', throwing({}, 'statusCode', 'status', 'code', 'message')],
  ['an error with getters that throw', throwing(new Error('x'), 'statusCode', 'status', 'code', 'message')],
  ['a proxy whose every trap throws', new Proxy({}, trapAll())],
  ['a revoked proxy', revoked()],
  ['a status that throws when it is converted', { statusCode: { valueOf: fail }, status: Symbol('500') }],
  ['undefined', undefined],
  ['null', null],
  ['a symbol', Symbol('thrown')],
  ['an object without a prototype', Object.create(null)]
]

function fail(): never {
  throw new Error('do not read me')
}

function throwing(target: object, ...keys: string[]): object {
  for (const key of keys) Object.defineProperty(target, key, { get: fail })
  return target
}

function trapAll(): ProxyHandler<object> {
  return { get: fail, has: fail, getPrototypeOf: fail, ownKeys: fail, getOwnPropertyDescriptor: fail }
}

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

for (const [name, value] of hostile) {
  test(`${name}: toStatus returns undefined and does not throw`, () => {
    assert.equal(toStatus(value), undefined)
  })

  test(`${name}: isError returns false and does not throw`, () => {
    assert.equal(isError(value, 'FST_ERR_VALIDATION'), false)
  })
}

test('toStatus reads statusCode, then status, within 400-599, of errors only', () => {
  const error = (members: object) => Object.assign(new Error('text'), members)
  const cases: [unknown, number | undefined][] = [
    [error({ statusCode: 409 }), 409],
    [error({ status: 404 }), 404],
    [error({ statusCode: 409, status: 404 }), 409],
    [error({ statusCode: 200, status: 404 }), 404],
    [error({ statusCode: 700 }), undefined],
    [error({ statusCode: 399 }), undefined],
    [error({ statusCode: 400 }), 400],
    [error({ statusCode: 599 }), 599],
    [error({ statusCode: 600 }), undefined],
    [error({ statusCode: '404' }), 404],
    [error({ statusCode: 'teapot' }), undefined],
    [error({ statusCode: 404.5 }), undefined],
    [error({ statusCode: Number.NaN }), undefined],
    [error({ statusCode: [404] }), undefined],
    [{ statusCode: 404, status: 404 }, undefined],
    ['a string', undefined],
    [new Error('plain'), undefined],
    [Object.freeze(Object.assign(new Error('frozen'), { statusCode: 418 })), 418]
  ]
  for (const [thrown, status] of cases) assert.equal(toStatus(thrown), status, JSON.stringify(thrown))
})

test('readOf returns a property of a thrown value, or undefined', () => {
  assert.equal(readOf(new Error('x'), 'headers'), undefined)
  assert.equal(readOf('text', 'length'), 4)
})

test('an error has its code, its status and a message that names the value', () => {
  const error = new errors.FST_ERR_DEC_ALREADY_PRESENT('db')
  assert.equal(error.code, 'FST_ERR_DEC_ALREADY_PRESENT')
  assert.equal(error.statusCode, 500)
  assert.equal(error.name, 'FastifyError')
  assert.equal(error.message, "The decorator 'db' has already been added!")
  assert.equal(String(error), "FastifyError [FST_ERR_DEC_ALREADY_PRESENT]: The decorator 'db' has already been added!")
  assert.ok(error instanceof Error)
  assert.match(error.stack ?? '', /error\.test/)
})

test('an error constructor may be called without new', () => {
  assert.equal(errors.FST_ERR_VALIDATION('body must be object').message, 'body must be object')
  assert.ok(errors.FST_ERR_VALIDATION('x') instanceof errors.FST_ERR_VALIDATION)
})

test('a trailing { cause } becomes the cause and stays out of the message', () => {
  const cause = new Error('why')
  const error = new errors.FST_ERR_PLUGIN_TIMEOUT('slow', { cause })
  assert.equal(error.cause, cause)
  assert.equal(error.message, 'fastify-plugin: slow')
})

test('an error is an instance of the class with its code in another copy, and of no other class', () => {
  const theirs = new fastify.errorCodes.FST_ERR_BAD_URL('/%')
  assert.ok(theirs instanceof errors.FST_ERR_BAD_URL)
  assert.ok(new errors.FST_ERR_BAD_URL('/%') instanceof fastify.errorCodes.FST_ERR_BAD_URL)
  assert.ok(!(theirs instanceof errors.FST_ERR_NOT_FOUND))
})

test('isError recognizes an error by its code, also one made by an application', () => {
  const own = Object.assign(new Error('no'), { code: 'FST_ERR_VALIDATION', validation: [], validationContext: 'body' })
  assert.ok(isError(own, 'FST_ERR_VALIDATION'))
  assert.equal(isError(own, 'FST_ERR_NOT_FOUND'), false)
  assert.equal(isError({ code: 'FST_ERR_VALIDATION' }, 'FST_ERR_VALIDATION'), false)
  if (isError(own, 'FST_ERR_VALIDATION')) assert.equal(own.validationContext, 'body')
})

test('withoutStack leaves only the first line of the stack, and later errors have frames again', () => {
  const error = withoutStack(() => new errors.FST_ERR_NOT_FOUND())
  assert.equal(error.message, 'Not Found')
  assert.equal(error.stack, 'FastifyError: Not Found')
  error.stack = 'another'
  assert.deepEqual([error.stack, Object.keys(error)], ['another', ['code', 'name', 'statusCode', 'message']])
  assert.match(new Error('later').stack ?? '', /error\.test/)
})

test('withoutStack restores the stack trace limit when its function throws', () => {
  const limit = Error.stackTraceLimit
  assert.throws(() => withoutStack(fail), /do not read me/)
  assert.equal(Error.stackTraceLimit, limit)
})

test('withMessage appends a sentence to the message and to the stack', () => {
  const error = withMessage(new errors.FST_ERR_DEC_ALREADY_PRESENT('$&'), " The plugin '$1' has it.")
  assert.equal(error.message, "The decorator '$&' has already been added! The plugin '$1' has it.")
  assert.ok(error.stack?.startsWith(`FastifyError: ${error.message}\n`), error.stack)
})

test('withStackHeadline replaces the first line of the stack and keeps the message', () => {
  const error = withStackHeadline(new errors.FST_ERR_SCH_MISSING_ID(), 'Give it $1.')
  assert.match(error.message, /^A shared schema needs/)
  assert.ok(error.stack?.startsWith('FastifyError: Give it $1.\n    at '), error.stack)
  const bare = withoutStack(() => new errors.FST_ERR_SCH_MISSING_ID())
  assert.equal(withStackHeadline(bare, 'Give it one.').stack, 'FastifyError: Give it one.')
})
