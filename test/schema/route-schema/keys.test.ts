import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalizeRouteSchema, writeOutRouteSchema } from '../../../src/schema/route-schema.ts'

const where = { method: 'GET', url: '/x' }
const normalize = (given: unknown, options = {}) => normalizeRouteSchema(given, where, options)
const text = { type: 'string' }
const object = { type: 'object', properties: { a: text } }

const documentation = [
  ...['$id', 'title', 'tags', 'summary', 'description', 'security', 'operationId', 'hide', 'deprecated', 'consumes'],
  ...['produces', 'externalDocs', 'callbacks', 'servers', 'links', 'cookies', 'examples', 'x-own']
]

for (const key of documentation) {
  test(`the documentation key ${key} accepts any value`, () => {
    for (const value of ['text', undefined, { a: 1 }]) assert.deepEqual(normalize({ [key]: value }), {})
  })
}

for (const [key, nearest] of [
  ['bdy', 'body'],
  ['respons', 'response'],
  ['queryString', 'querystring'],
  ['param', 'params'],
  ['sumary', 'summary'],
  ['somethingElse', undefined]
] as const) {
  test(`the key ${key} is unknown, and the error suggests ${nearest ?? 'no other'}`, () => {
    const hint = nearest === undefined ? /^(?!.*Did you mean)/ : new RegExp(`Did you mean '${nearest}'\\?`)
    assert.throws(() => normalize({ [key]: {} }), { code: 'ESP_ERR_SCH_UNKNOWN_KEY', message: hint })
    assert.deepEqual(normalize({ [key]: {} }, { allowUnknownKeys: true }), {})
  })
}

for (const key of ['body', 'query', 'querystring', 'params', 'headers', 'response']) {
  test(`an undefined ${key} is refused unless unknown keys are allowed`, () => {
    assert.throws(() => normalize({ [key]: undefined }), {
      code: 'ESP_ERR_SCH_UNDEFINED_KEY',
      message: new RegExp(key)
    })
    assert.deepEqual(normalize({ [key]: undefined }, { allowUnknownKeys: true }), {})
  })
}

test('an undefined response is refused with its status unless unknown keys are allowed', () => {
  assert.throws(() => normalize({ response: { 200: undefined } }), {
    code: 'ESP_ERR_SCH_UNDEFINED_KEY',
    message: /response\.200/
  })
  assert.ok(normalize({ response: { 200: undefined } }, { allowUnknownKeys: true }))
})

test('a value other than an object normalizes to undefined', () => {
  for (const given of [undefined, null, 'text', 1]) assert.equal(normalize(given), undefined)
})

test('query is an alias of querystring, and both together are a duplicate', () => {
  assert.deepEqual(normalize({ query: object }), { querystring: object })
  assert.throws(() => normalize({ query: object, querystring: object }), {
    code: 'FST_ERR_SCH_DUPLICATE',
    message: /querystring/
  })
})

test('an expanded query string is written under both names and can be normalized again', () => {
  const given = { query: object, summary: 'kept' }
  const normalized = normalize(given)
  assert.ok(normalized)
  const written = writeOutRouteSchema(given, normalized)
  assert.deepEqual(written, { summary: 'kept', query: object, querystring: object })
  assert.deepEqual(normalize(written), { querystring: object })
})

test('a schema in full is returned as the same object', () => {
  const given = {
    querystring: object,
    body: object,
    response: { 200: object, '4XX': { content: { 'a/b': { schema: object } } } }
  }
  const normalized = normalize(given)
  assert.ok(normalized)
  assert.equal(writeOutRouteSchema(given, normalized), given)
})

for (const key of ['200', '2xx', '5XX', 'default', 'Default', '599', '100']) {
  test(`${key} is a valid response key`, () => {
    assert.deepEqual([...(normalize({ response: { [key]: object } })?.response?.keys() ?? [])], [key.toLowerCase()])
  })
}

for (const key of ['20', '2000', '0xx', '6xx', '600', '2x', 'ok', 'xdefault', 'defaults', '2xxx', 'a200']) {
  test(`${key} is not a valid response key`, () => {
    assert.throws(() => normalize({ response: { [key]: object } }), {
      code: 'FST_ERR_SCH_SERIALIZATION_BUILD',
      message: /GET|\/x/
    })
  })
}

test('schemas of media types are found by essence, and each media type needs exactly one', () => {
  const body = { content: { 'Application/JSON; charset=utf-8': { schema: object }, 'text/x': { schema: true } } }
  const found = normalize({ body })?.body
  assert.ok(found && 'content' in found)
  assert.deepEqual(
    [...found.content],
    [
      ['application/json', object],
      ['text/x', true]
    ]
  )
  for (const entry of [{}, undefined, null, 'text', { schema: null }, { schema: 1 }])
    assert.throws(() => normalize({ body: { content: { 'a/b': entry } } }), {
      code: 'FST_ERR_SCH_CONTENT_MISSING_SCHEMA',
      message: /a\/b/
    })
  assert.throws(() => normalize({ body: { content: { 'a/b': { schema: {} }, 'A/B': { schema: {} } } } }), {
    code: 'FST_ERR_SCH_DUPLICATE',
    message: /A\/B/
  })
})

test('a function is accepted as the schema of a media type with a custom validator', () => {
  const schema = Object.assign(() => {}, { type: 'object' })
  const found = normalize({ body: { content: { 'a/b': { schema } } } }, { customValidator: true })?.body
  assert.ok(found && 'content' in found)
  assert.equal(found.content.get('a/b'), schema)
})

test('a media type is found by its essence regardless of parameters and spaces', () => {
  const found = normalize({ body: { content: { ' Text/Plain ; charset=utf-8': { schema: object } } } })?.body
  assert.ok(found && 'content' in found)
  assert.deepEqual([...found.content.keys()], ['text/plain'])
})

for (const [schema, message] of [
  [
    { querystring: { items: text } },
    /'querystring' schema of GET \/x .* the field 'items', or, as JSON Schema, anything\./
  ],
  [{ query: { items: text, contains: text } }, /'querystring' schema .* the fields 'items', 'contains', or/],
  [{ headers: { default: text } }, /'headers' schema .* the field 'default', or, as JSON Schema, anything\./],
  [{ body: { items: { type: 'array' } } }, /'body' schema .* the field 'items', or, as JSON Schema, a list of lists\./],
  [{ response: { '2XX': { const: text } } }, /'response 2XX' schema .* the field 'const', or, .* the one value/]
] as const) {
  test(`${JSON.stringify(schema)} is refused with its part and both meanings`, () => {
    assert.throws(() => normalize(schema), { code: 'ESP_ERR_SCH_AMBIGUOUS', message })
    assert.ok(normalize(schema, { allowUnknownKeys: true }))
  })
}

test('a response without a keyword is refused with all its keys, a request schema is left to the validator', () => {
  assert.throws(() => normalize({ response: { 200: { a: 1, b: 2 } } }), {
    code: 'FST_ERR_SCH_SERIALIZATION_BUILD',
    message: /'a', 'b' are no keywords of JSON Schema/
  })
  assert.deepEqual(normalize({ body: { a: 1 }, querystring: { b: 2 } }), {
    body: { schema: { a: 1 } },
    querystring: { b: 2 }
  })
})

test('a second query string added to a schema in full is refused as a duplicate', () => {
  const given: Record<string, unknown> = { querystring: object }
  const normalized = normalize(given)
  assert.ok(normalized)
  assert.equal(writeOutRouteSchema(given, normalized), given)
  given.query = object
  assert.throws(() => normalize(given), { code: 'FST_ERR_SCH_DUPLICATE' })
})

test('an unknown key that resembles no known one is refused without a suggestion', () => {
  assert.throws(() => normalize({ somethingElse: {} }), {
    message: "'somethingElse' is not a key of a route's schema (GET /x)."
  })
})
