import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuse } from '../../src/contract/refuse.ts'
import { codes } from '../../src/error/codes.ts'
import { errors, isError } from '../../src/error/error.ts'

function caught(given: unknown): unknown {
  try {
    return refuse('It', 'right', given)
  } catch (error) {
    return error
  }
}

test('refuse() throws the same error as the framework', () => {
  const error = caught('wrong') as TypeError & { statusCode: number }
  const own = new errors.ESP_ERR_ARGUMENT_INVALID('It', 'right', "'wrong'")
  assert.equal(error.message, own.message)
  assert.equal(error.statusCode, codes.ESP_ERR_ARGUMENT_INVALID.status)
  assert.ok(error instanceof TypeError && isError(error, 'ESP_ERR_ARGUMENT_INVALID'))
})

test('any value can be shown in the message', () => {
  const circle: { self?: unknown } = {}
  circle.self = circle
  const shown = (given: unknown) => (caught(given) as Error).message.replace(/^It must be right, not (.*)\.$/, '$1')
  assert.deepEqual([undefined, null, 1n, Symbol('a'), [1], { a: 1 }, () => {}, circle].map(shown), [
    'undefined',
    'null',
    'bigint',
    'Symbol(a)',
    '[1]',
    '{"a":1}',
    '() => { }',
    'object'
  ])
})
