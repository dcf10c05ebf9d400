import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '@sinclair/typebox'
import { isError } from '../../src/error/error.ts'
import { normalizeRouteSchema, type RouteName, writeOutRouteSchema } from '../../src/schema/route-schema.ts'

const where = { method: 'POST', url: '/users' }
const string = { type: 'string' }
const fields = { name: string }
const written = { type: 'object', properties: fields }

test('a missing schema normalizes to undefined', () => {
  assert.equal(normalizeRouteSchema(undefined, where), undefined)
  assert.equal(normalizeRouteSchema(null, where), undefined)
})

test('the shorthand is expanded in every part and every response entry', () => {
  const schema = {
    params: fields,
    querystring: fields,
    headers: fields,
    body: fields,
    response: {
      200: fields,
      '4XX': fields,
      default: { description: 'any', content: { 'text/html': { schema: fields } } }
    }
  }
  const before = structuredClone(schema)
  const normalized = normalizeRouteSchema(schema, where)
  assert.deepEqual(
    { ...normalized, response: Object.fromEntries(normalized?.response ?? []) },
    {
      params: written,
      querystring: written,
      headers: written,
      body: { schema: written },
      response: {
        200: { schema: written },
        '4xx': { schema: written },
        default: { content: new Map([['text/html', written]]) }
      }
    }
  )
  assert.deepEqual(schema, before)
})

test('query is an alias of querystring, and both together are refused', () => {
  assert.deepEqual(normalizeRouteSchema({ query: written }, where), { querystring: written })
  assert.throws(
    () => normalizeRouteSchema({ query: written, querystring: written }, where),
    (error) => isError(error, 'FST_ERR_SCH_DUPLICATE')
  )
})

test('boolean schemas count as schemas', () => {
  assert.deepEqual(normalizeRouteSchema({ body: false, query: false }, where), {
    querystring: false,
    body: { schema: false }
  })
})

for (const [key, nearest] of [
  ['Body', 'body'],
  ['repsonse', 'response'],
  ['querystrng', 'querystring'],
  ['param', 'params'],
  ['header', 'headers'],
  ['desciption', 'description']
] as const) {
  test(`the unknown key "${key}" is refused, and the error suggests "${nearest}"`, () => {
    assert.throws(
      () => normalizeRouteSchema({ [key]: written }, where),
      (error: Error) =>
        isError(error, 'ESP_ERR_SCH_UNKNOWN_KEY') &&
        error.message.includes(`'${key}'`) &&
        error.message.includes('POST /users') &&
        error.message.includes(`Did you mean '${nearest}'?`)
    )
  })
}

test('an unknown key that resembles no known one is refused without a suggestion', () => {
  assert.throws(() => normalizeRouteSchema({ anything: 1 }, where), /'anything' is not a key(?!.*mean)/)
})

test('an undefined schema is refused with an error about its key', () => {
  for (const schema of [{ body: undefined }, { response: { 200: undefined } }]) {
    assert.throws(
      () => normalizeRouteSchema(schema, where),
      (error) => isError(error, 'ESP_ERR_SCH_UNDEFINED_KEY')
    )
  }
})

test('documentation keys and extensions are accepted', () => {
  const documented = { tags: ['a'], summary: 's', description: 'd', security: [], operationId: 'o', hide: true }
  assert.deepEqual(normalizeRouteSchema({ ...documented, deprecated: true, 'x-internal': true }, where), {})
})

test('allowUnknownKeys accepts unknown and undefined keys', () => {
  const schema = { Body: written, body: undefined, response: { 200: written } }
  assert.deepEqual(
    [...(normalizeRouteSchema(schema, where, { allowUnknownKeys: true })?.response ?? [])],
    [['200', { schema: written }]]
  )
})

test('the body schemas of a media type are found by its essence', () => {
  const body = { content: { 'Application/JSON; charset=utf-8': { schema: fields }, '*/*': { schema: string } } }
  assert.deepEqual(normalizeRouteSchema({ body }, where)?.body, {
    content: new Map<string, unknown>([
      ['application/json', written],
      ['*/*', string]
    ])
  })
})

test('a media type without a schema, or declared twice, is refused', () => {
  const content = (types: object) => normalizeRouteSchema({ body: { content: types } }, where)
  for (const types of [{ 'text/plain': {} }, { 'text/plain': { schema: string }, type: 'object' }]) {
    assert.throws(
      () => content(types),
      (error) => isError(error, 'FST_ERR_SCH_CONTENT_MISSING_SCHEMA')
    )
  }
  assert.throws(
    () => content({ 'text/plain': { schema: string }, 'TEXT/PLAIN': { schema: string } }),
    (error) => isError(error, 'FST_ERR_SCH_DUPLICATE')
  )
})

test('a body field named content is not a map of media types', () => {
  const post = { title: string, content: string }
  assert.deepEqual(normalizeRouteSchema({ body: post }, where)?.body, { schema: { type: 'object', properties: post } })
})

test('response keys are statuses, classes or default', () => {
  const keys = ['200', '599', '2xx', '5XX', 'default', 'DEFAULT']
  for (const key of keys) assert.doesNotThrow(() => normalizeRouteSchema({ response: { [key]: written } }, where))
  for (const key of ['600', '20', '2000', '0xx', 'xx', 'type', 'ok', '2x0', '__proto__x']) {
    assert.throws(
      () => normalizeRouteSchema({ response: { [key]: written } }, where),
      (error: Error) =>
        isError(error, 'FST_ERR_SCH_SERIALIZATION_BUILD') &&
        isError(error.cause, 'FST_ERR_SCH_RESPONSE_SCHEMA_NOT_NESTED_2XX') &&
        error.message.includes('POST: /users')
    )
  }
})

test('with a custom validator the body stays as it is, and responses are expanded', () => {
  const normalized = normalizeRouteSchema({ body: fields, response: { 200: fields } }, where, { customValidator: true })
  assert.deepEqual(normalized?.body, { schema: fields })
  assert.deepEqual(normalized?.response?.get('200'), { schema: written })
})

const writeOut = (schema: object, name: RouteName = where) =>
  writeOutRouteSchema(schema, normalizeRouteSchema(schema, name) ?? {})

test('a schema in full is returned as the same object, a shorthand is expanded with all other keys kept', () => {
  const full = { params: written, body: { content: { 'text/csv': { schema: written } } }, response: { '2XX': written } }
  assert.equal(writeOut(full), full)

  const note = { description: 'a note', content: { 'Text/Plain; a=b': { schema: fields, example: 'x' } } }
  const short = { tags: ['users'], query: fields, body: note, response: { '4XX': note, default: fields } }
  const before = structuredClone(short)
  const inFull = { ...note, content: { 'Text/Plain; a=b': { schema: written, example: 'x' } } }
  const response = { '4XX': inFull, default: written }
  assert.deepEqual(writeOut(short), { tags: ['users'], query: written, querystring: written, body: inFull, response })
  assert.deepEqual(short, before)
})

test('an expanded schema can be normalized again, with its query string under both names', () => {
  const shown = writeOut({ query: fields })
  assert.deepEqual(normalizeRouteSchema(shown, where), { querystring: written })
})

test('TypeBox fields are required in every part', () => {
  const normalized = normalizeRouteSchema({ querystring: { q: Type.String() } }, where)
  assert.deepEqual(normalized?.querystring, Type.Object({ q: Type.String() }))
})
