import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSchemaErrorFormatter as format, plainSchemaErrorFormatter } from '../../src/stage/schema-error.ts'

const messageOf = (reported: unknown, part: Parameters<typeof format>[1] = 'body') =>
  (format(reported, part) as Error).message

test('each error begins with the part of the request and the instance path', () => {
  const findings = [{ instancePath: '/age', message: 'must be integer' }, { message: 'must have a name' }]
  assert.equal(messageOf(findings, 'querystring'), 'querystring/age must be integer, querystring must have a name')
})

for (const reported of [undefined, null, 'text', [], {}])
  test(`the reported value ${JSON.stringify(reported)} has the message that the part is invalid`, () => {
    assert.equal(messageOf(reported, 'headers'), 'headers is invalid')
  })

test('a long list of errors is cut, with the number of omitted errors', () => {
  const message = messageOf(Array.from({ length: 300 }, () => ({ instancePath: '/a', message: 'x'.repeat(92) })))
  assert.ok(message.length < 10_500, `${message.length} characters`)
  assert.equal(message.slice(-14), ', and 198 more')
})

const constant = (value: unknown, schemaPath: string, instancePath = '/k') => ({
  ...{ instancePath, schemaPath, keyword: 'const', message: 'must be equal to constant' },
  params: { allowedValue: value }
})
const union = { instancePath: '/k', schemaPath: '#/anyOf', keyword: 'anyOf', message: 'must match a schema in anyOf' }

test('the allowed values of an enum or a const are listed, at most 20 of them', () => {
  const found = (allowedValues: unknown) => [
    { instancePath: '/k', keyword: 'enum', message: 'must be one', params: { allowedValues } }
  ]
  assert.equal(messageOf(found(['a', 1, null])), 'body/k must be one: "a", 1, null')
  const many = messageOf(found(Array.from({ length: 22 }, (_, index) => index)))
  assert.match(many, /: 0, 1, .*, 19 and 2 more$/)
  assert.equal(messageOf(found(Array.from({ length: 20 }, () => 0))).includes('more'), false)
  assert.equal(messageOf(found(undefined)), 'body/k must be one')
  assert.equal(messageOf([constant('x', '#/const')]), 'body/k must be equal to constant: "x"')
})

test('a union of constants lists its allowed values, and any other union is reported unchanged', () => {
  const members = [constant('a', '#/anyOf/0/const'), constant('b', '#/anyOf/1/const')]
  const before = { instancePath: '/first', schemaPath: '#/first/type', keyword: 'type', message: 'must be integer' }
  const allowed = 'body/k must be equal to one of the allowed values: "a", "b"'
  assert.equal(messageOf([...members, union]), allowed)
  assert.equal(messageOf([before, ...members, union]), `body/first must be integer, ${allowed}`)
  const other = { ...before, schemaPath: '#/anyOf/2/type', instancePath: '/k' }
  assert.match(
    messageOf([...members, other, union]),
    /"a", .*"b", body\/k must be integer, .*must match a schema in anyOf$/
  )
  const deeper = constant('b', '#/anyOf/1/properties/x/const', '/k/x')
  assert.match(messageOf([members[0], deeper, union]), /must match a schema in anyOf$/)
  assert.equal(messageOf([union]), 'body/k must match a schema in anyOf')
})

test('the plain formatter keeps the messages of Ajv', () => {
  const { message } = plainSchemaErrorFormatter([constant('a', '#/anyOf/0/const'), union], 'body') as Error
  assert.equal(message, 'body/k must be equal to constant, body/k must match a schema in anyOf')
})
