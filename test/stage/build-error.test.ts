import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toBuildError } from '../../src/stage/build-error.ts'

const route = { method: 'GET', url: '/books' }

test('the error of a schema names its route and reason in the message, and its place beside it', () => {
  const cause = new Error('unknown keyword')
  const error = toBuildError('FST_ERR_SCH_VALIDATION_BUILD', route, { httpPart: 'body' }, 'unknown keyword', { cause })
  assert.match(error.message, /GET.*\/books.*unknown keyword/)
  assert.equal(error.cause, cause)
  assert.deepEqual([Reflect.get(error, 'httpPart'), 'contentType' in error], ['body', false])
})

test('a schema of one media type is told with it', () => {
  const place = { ...route, contentType: 'text/csv' }
  const error = toBuildError('FST_ERR_SCH_SERIALIZATION_BUILD', place, { httpStatus: '2xx' }, 'no')
  assert.deepEqual([Reflect.get(error, 'httpStatus'), Reflect.get(error, 'contentType')], ['2xx', 'text/csv'])
})
