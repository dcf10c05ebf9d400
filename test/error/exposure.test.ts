import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { createError } from '@fastify/error'
import { errors } from '../../src/error/error.ts'
import { isForClients, isForDevelopers } from '../../src/error/exposure.ts'
import { httpError } from '../../src/index.ts'

for (const [name, expected] of [
  ['development', true],
  ['test', true],
  ['production', false],
  ['staging', false],
  ['Development', false]
] as const)
  test(`isForDevelopers is ${expected} for NODE_ENV=${name}`, () => {
    assert.equal(isForDevelopers({ NODE_ENV: name }), expected)
  })

test('isForDevelopers is true in the test runner of Node.js without NODE_ENV', () => {
  assert.equal(isForDevelopers({}), true)
  assert.equal(isForDevelopers({ NODE_ENV: '', NODE_TEST_CONTEXT: 'child-v8' }), true)
})

test('isForDevelopers is false without NODE_ENV outside the test runner', () => {
  const program = `import { isForDevelopers } from '${new URL('../../src/error/exposure.js', import.meta.url)}'
    console.log(isForDevelopers({}), isForDevelopers({ NODE_ENV: '' }))`
  const { NODE_ENV: _, NODE_TEST_CONTEXT: __, ...env } = process.env
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { env, encoding: 'utf8' })
  assert.equal(said, 'false false\n')
})

const error = (members: object) => Object.assign(new Error('text'), members)

for (const [name, value, expected] of [
  ['an error without a status', error({}), false],
  ['a status without a statusCode', error({ status: 404 }), false],
  ['a statusCode below 500', error({ statusCode: 404 }), true],
  ['a statusCode as text', error({ statusCode: '404' }), true],
  ['a statusCode from 500 on', error({ statusCode: 503 }), false],
  ['a statusCode beside a status', error({ statusCode: 404, status: 502 }), true],
  ['a statusCode of 200 beside a status', error({ statusCode: 200, status: 404 }), false],
  ['a statusCode of 99', error({ statusCode: 99 }), false],
  ['an inherited statusCode', Object.create(error({ statusCode: 404 })), false],
  ['expose: true', error({ expose: true }), true],
  ['expose: true beside a status', error({ status: 404, expose: true }), true],
  ['expose: false', error({ statusCode: 404, expose: false }), false],
  ['a non-boolean expose', error({ statusCode: 404, expose: 'no' }), false],
  ['an httpError', httpError(503, 'BUSY', 'text'), true],
  ['an httpError with expose: false', Object.assign(httpError(503, 'BUSY', 'text'), { expose: false }), false],
  ['an error of the framework', new errors.FST_ERR_HANDLER_TIMEOUT(1, '/'), true],
  ['an error of a plugin', new (createError('PLUGIN', 'text', 503))(), true],
  ['an object', { statusCode: 404, expose: true }, false],
  ['a text', 'text', false],
  ['undefined', undefined, false]
] as [string, unknown, boolean][])
  test(`isForClients is ${expected} for ${name}`, () => {
    assert.equal(isForClients(value), expected)
  })
