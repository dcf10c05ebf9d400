import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errors } from '../../src/error/error.ts'
import { httpError, isHttpError } from '../../src/error/http-error.ts'
import { type Anything, createApp } from '../security/wild.ts'

for (const status of [399, 600, 200, 404.5, '404', Number.NaN, undefined, null])
  test(`httpError throws for the status ${status} of type ${typeof status}`, () => {
    assert.throws(() => httpError(status as number, 'CODE', 'text'), {
      code: 'ESP_ERR_ARGUMENT_INVALID',
      message: /^The status of an HTTP error must be an integer from 400 to 599, not /
    })
  })

for (const code of ['', undefined, 7, null])
  test(`httpError throws for the code ${JSON.stringify(code) ?? code}`, () => {
    assert.throws(() => httpError(404, code as string, 'text'), {
      code: 'ESP_ERR_ARGUMENT_INVALID',
      message: /^The code of an HTTP error must be a string, not /
    })
  })

test('an HTTP error has only the given members, and its stack begins at the call', () => {
  const cause = new Error('why')
  const error: Anything = httpError(404, 'NO_BOOK', 'There is no book 7.', { cause, headers: { 'x-a': '1' } })
  assert.ok(error instanceof Error)
  assert.deepEqual({ ...error }, { statusCode: 404, code: 'NO_BOOK', headers: { 'x-a': '1' } })
  assert.equal(error.cause, cause)
  assert.equal(String(error), 'HttpError: There is no book 7.')
  const [head, first] = String(error.stack).split('\n')
  assert.equal(head, 'HttpError: There is no book 7.')
  assert.match(String(first), /http-error\.test/)
  const bare = httpError(500, 'BROKEN', '')
  assert.deepEqual({ ...bare }, { statusCode: 500, code: 'BROKEN' })
  assert.equal(Object.hasOwn(bare, 'cause'), false)
})

const revoked = () => {
  const { proxy, revoke } = Proxy.revocable(new Error(), {})
  revoke()
  return proxy
}

for (const [what, value] of [
  ['undefined', undefined],
  ['null', null],
  ['a text', 'NO_BOOK'],
  ['a plain object', { statusCode: 404, code: 'NO_BOOK' }],
  ['an error', new Error()],
  ['an error without a status', Object.assign(new Error(), { code: 'NO_BOOK' })],
  ['an error with status 200', Object.assign(new Error(), { statusCode: 200, code: 'NO_BOOK' })],
  ['an error with a numeric code', Object.assign(new Error(), { statusCode: 404, code: 7 })],
  ['a revoked proxy', revoked()]
] as const)
  test(`isHttpError is false for ${what}`, () => {
    assert.equal(isHttpError(value), false)
    assert.equal(isHttpError(value, 'NO_BOOK'), false)
  })

test('isHttpError recognizes errors of the framework and of plugins, and tells them apart by their code', () => {
  for (const error of [
    httpError(404, 'NO_BOOK', 'There is no book 7.'),
    new errors.FST_ERR_BAD_URL('/%'),
    Object.assign(new Error('late'), { statusCode: 401, code: 'TOKEN_EXPIRED' }),
    Object.assign(new Error('too many'), { statusCode: 429 })
  ])
    assert.equal(isHttpError(error), true)
  const error = httpError(404, 'NO_BOOK', 'There is no book 7.')
  assert.deepEqual([isHttpError(error, 'NO_BOOK'), isHttpError(error, 'NO_MEMBER')], [true, false])
})

test('the response to an HTTP error has its status, code, message and headers, and is filtered by a response schema', async () => {
  const { app } = createApp({ exposeErrors: false })
  const fail = async () => {
    throw httpError(503, 'BUSY', 'Come back later.', { cause: new Error('secret'), headers: { 'retry-after': '30' } })
  }
  app.get('/plain', fail)
  const narrow = { type: 'object', properties: { code: { type: 'string' } } }
  app.get('/narrow', { schema: { response: { 503: narrow } } }, fail)
  const plain = await app.inject('/plain')
  assert.equal(plain.headers['retry-after'], '30')
  const body = { statusCode: 503, code: 'BUSY', error: 'Service Unavailable', message: 'Come back later.' }
  assert.deepEqual([plain.statusCode, plain.json()], [503, body])
  const filtered = await app.inject('/narrow')
  assert.deepEqual([filtered.statusCode, filtered.json()], [503, { code: 'BUSY' }])
})
