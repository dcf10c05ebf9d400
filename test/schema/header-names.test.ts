import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lowerCaseHeaderNames } from '../../src/schema/header-names.ts'
import { buildValidator } from '../../src/schema/validator.ts'

function accepts(schema: unknown, headers: object, shared: Record<string, object> = {}): boolean {
  const validate = buildValidator(shared, {})({ schema, method: 'GET', url: '/', httpPart: 'headers' })
  return validate(headers) === true
}

test('header names are lower-cased in every keyword that holds names, values are not', () => {
  const schema = {
    type: 'object',
    required: ['X-A'],
    properties: { 'X-A': { type: 'string', enum: ['Value'], const: 'Value', default: 'Value' } },
    dependencies: { 'X-B': ['X-C'], 'X-D': { required: ['X-E'] } },
    patternProperties: { '^X-P': { type: 'string' } },
    propertyNames: { not: { enum: ['X-Bad'] } },
    allOf: [{ required: ['X-F'] }],
    not: { required: ['X-G'] },
    if: { properties: { 'X-H': { const: 'On' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword
    then: { required: ['X-I'] },
    definitions: { Local: { required: ['X-J'] } }
  }
  assert.deepEqual(lowerCaseHeaderNames(schema), {
    type: 'object',
    required: ['x-a'],
    properties: { 'x-a': { type: 'string', enum: ['Value'], const: 'Value', default: 'Value' } },
    dependencies: { 'x-b': ['x-c'], 'x-d': { required: ['x-e'] } },
    patternProperties: { '^x-p': { type: 'string' } },
    propertyNames: { not: { enum: ['x-bad'] } },
    allOf: [{ required: ['x-f'] }],
    not: { required: ['x-g'] },
    if: { properties: { 'x-h': { const: 'On' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword
    then: { required: ['x-i'] },
    definitions: { Local: { required: ['x-j'] } }
  })
})

const names = { required: ['X-A'] }
const written = { required: ['x-a'] }
const keywordsOfSchemas = [
  ...['not', 'if', 'then', 'else', 'additionalItems', 'additionalProperties', 'contains', 'contentSchema', 'items'],
  ...['unevaluatedItems', 'unevaluatedProperties', 'propertyNames']
]
const keywordsOfMaps = ['definitions', '$defs', '$merge', '$patch']

test('header names are lower-cased in subschemas: single, in lists and in maps', () => {
  for (const keyword of keywordsOfSchemas) {
    assert.deepEqual(lowerCaseHeaderNames({ [keyword]: names }), { [keyword]: written })
    for (const other of [true, 'X-A', null, 1])
      assert.deepEqual(lowerCaseHeaderNames({ [keyword]: other }), { [keyword]: other })
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf', 'items'])
    assert.deepEqual(lowerCaseHeaderNames({ [keyword]: [names, true] }), { [keyword]: [written, true] })
  for (const keyword of keywordsOfMaps) {
    assert.deepEqual(lowerCaseHeaderNames({ [keyword]: { 'X-B': names } }), { [keyword]: { 'X-B': written } })
    assert.deepEqual(lowerCaseHeaderNames({ [keyword]: 'X-B' }), { [keyword]: 'X-B' })
  }
  for (const keyword of ['properties', 'dependencies', 'dependentSchemas', 'patternProperties'])
    assert.deepEqual(lowerCaseHeaderNames({ [keyword]: { 'X-B': names } }), { [keyword]: { 'x-b': written } })
  for (const keyword of ['dependencies', 'dependentRequired'])
    assert.deepEqual(lowerCaseHeaderNames({ [keyword]: { 'X-B': ['X-C', 1] } }), { [keyword]: { 'x-b': ['x-c', 1] } })
})

test('$patch keeps its operations, and $merge has header names lower-cased in both schemas', () => {
  const operations = [{ op: 'add', path: '/required', value: ['X-A'] }]
  assert.deepEqual(lowerCaseHeaderNames({ $patch: { source: names, with: operations } }), {
    $patch: { source: written, with: operations }
  })
  assert.deepEqual(lowerCaseHeaderNames({ $merge: { source: names, with: names } }), {
    $merge: { source: written, with: written }
  })
})

test('unknown keywords and keywords with a value of another type stay as they are', () => {
  for (const schema of [
    { 'x-note': names },
    { default: 'X-A', examples: ['X-A'], title: 'X-A' },
    { required: 'X-A' },
    { dependentRequired: { 'x-b': 'X-C' } },
    { enum: ['X-A'], const: 'X-A', pattern: '^X-A$' },
    { propertyNames: { enum: 1, const: 1, pattern: /X/ } },
    ['X-A'],
    'X-A',
    null
  ])
    assert.deepEqual(lowerCaseHeaderNames(schema), schema)
})

test('names given as values are lower-cased at any depth of propertyNames', () => {
  const inside = { enum: ['X-A', 1], const: 'X-B', pattern: '^X-C' }
  const lower = { enum: ['x-a', 1], const: 'x-b', pattern: '^x-c' }
  assert.deepEqual(lowerCaseHeaderNames({ propertyNames: { anyOf: [inside, { not: inside }] } }), {
    propertyNames: { anyOf: [lower, { not: lower }] }
  })
})

test('a local reference in propertyNames is inlined, other references stay', () => {
  const definitions = { 'a/b~c d': { enum: ['X-A'] }, list: { allOf: [{ const: 'X-B' }] } }
  const written = (propertyNames: object) =>
    (lowerCaseHeaderNames({ propertyNames, definitions }) as { propertyNames: unknown }).propertyNames
  assert.deepEqual(written({ $ref: '#/definitions/a~1b~0c%20d' }), { enum: ['x-a'] })
  assert.deepEqual(written({ $ref: '#/definitions/list' }), { allOf: [{ const: 'x-b' }] })
  assert.deepEqual(written({ $ref: '#/definitions/list/allOf/0' }), { const: 'x-b' })
  for (const $ref of ['#/definitions/none', '#/none/of/these', 'other#/definitions/list', 1])
    for (const schema of [{ $ref }, { anyOf: [{ $ref, title: 'Kept' }] }]) assert.deepEqual(written(schema), schema)
  const whole = lowerCaseHeaderNames({ enum: ['X-A'], propertyNames: { $ref: '#' } })
  assert.deepEqual(whole, { enum: ['X-A'], propertyNames: { enum: ['x-a'], propertyNames: { $ref: '#' } } })
})

test('recursive references in propertyNames are inlined once on each path', () => {
  const definitions = {
    a: { anyOf: [{ const: 'X-A' }, { not: { $ref: '#/definitions/b' } }] },
    b: { not: { $ref: '#/definitions/a' } }
  }
  assert.deepEqual(
    (lowerCaseHeaderNames({ propertyNames: { $ref: '#/definitions/a' }, definitions }) as { propertyNames: unknown })
      .propertyNames,
    { anyOf: [{ const: 'x-a' }, { not: { not: { $ref: '#/definitions/a' } } }] }
  )
  const twice = {
    propertyNames: { anyOf: [{ $ref: '#/definitions/n' }, { $ref: '#/definitions/n' }] },
    definitions: { n: { const: 'X' } }
  }
  assert.deepEqual((lowerCaseHeaderNames(twice) as { propertyNames: unknown }).propertyNames, {
    anyOf: [{ const: 'x' }, { const: 'x' }]
  })
})

test('a pattern for names is converted to lower case in patternProperties and propertyNames', () => {
  const schema = { patternProperties: { '^X-': {} }, propertyNames: { pattern: '^[A-F]$' } }
  assert.deepEqual(lowerCaseHeaderNames(schema), {
    patternProperties: { '^x-': {} },
    propertyNames: { pattern: '^[A-Fa-f]$' }
  })
})

test('a pattern of a value stays as it is', () => {
  const schema = { properties: { 'x-a': { type: 'string', pattern: '^[A-Z]$' } } }
  assert.deepEqual(lowerCaseHeaderNames(schema), schema)
})

test('a pattern for header names applies in any case', () => {
  const schema = { type: 'object', patternProperties: { '^X-Count-': { type: 'integer' } } }
  assert.equal(accepts(schema, { 'x-count-a': 'many' }), false)
  assert.equal(accepts(schema, { 'x-count-a': '1' }), true)
})

test('a dependent header is required in its canonical spelling', () => {
  const schema = { type: 'object', dependencies: { 'X-Signature': ['X-Key-Id'] } }
  assert.equal(accepts(schema, { 'x-signature': 's' }), false)
  assert.equal(accepts(schema, { 'x-signature': 's', 'x-key-id': 'k' }), true)
})

for (const [place, propertyNames] of [
  ['in place', { not: { enum: ['X-Internal'] } }],
  ['as a constant', { not: { const: 'X-Internal' } }],
  ['under allOf', { allOf: [{ not: { enum: ['X-Internal'] } }] }],
  ['behind a local reference', { not: { $ref: '#/definitions/denied' } }]
] as const) {
  test(`a header denied by name ${place} stays denied in lower case`, () => {
    const schema = { type: 'object', propertyNames, definitions: { denied: { enum: ['X-Internal'] } } }
    assert.equal(accepts(schema, { 'x-internal': '1' }), false)
    assert.equal(accepts(schema, { 'x-other': '1' }), true)
  })
}

test('a definition keeps its case for header values and is lower-cased for names', () => {
  const schema = {
    type: 'object',
    properties: { 'X-Mode': { $ref: '#/definitions/word' } },
    propertyNames: { anyOf: [{ $ref: '#/definitions/word' }, { const: 'X-Mode' }] },
    definitions: { word: { enum: ['Fast'] } }
  }
  assert.equal(accepts(schema, { 'x-mode': 'Fast' }), true)
  assert.equal(accepts(schema, { 'x-mode': 'fast' }), false)
  assert.equal(accepts(schema, { fast: '1' }), true)
  assert.equal(accepts(schema, { slow: '1' }), false)
})

test('a recursive reference in propertyNames terminates', () => {
  const schema = {
    propertyNames: { $ref: '#/definitions/a' },
    definitions: { a: { not: { $ref: '#/definitions/a' } } }
  }
  assert.doesNotThrow(() => lowerCaseHeaderNames(schema))
})

test('header names in a shared schema are matched regardless of case', () => {
  const auth = { $id: 'auth', type: 'object', required: ['X-Token'], properties: { 'X-Token': { type: 'integer' } } }
  for (const schema of [{ $ref: 'auth#' }, { allOf: [{ $ref: 'auth#' }] }, auth]) {
    assert.equal(accepts(schema, { 'x-token': '12' }, { auth }), true)
    assert.equal(accepts(schema, { 'x-token': 'twelve' }, { auth }), false)
    assert.equal(accepts(schema, {}, { auth }), false)
  }
})

for (const [place, $ref] of [
  ['is', 'denied#'],
  ['holds', 'lists#/definitions/denied'],
  ['refers to', 'lists#/definitions/other'],
  ['leads back to', 'lists#/definitions/back']
] as const) {
  test(`a header denied by a name that a shared schema ${place} stays denied in lower case`, () => {
    const denied = { $id: 'denied', enum: ['X-Internal'] }
    const definitions = {
      denied: { enum: ['X-Internal'] },
      other: { anyOf: [{ $ref: 'denied' }, { $ref: '#/definitions/denied' }] },
      back: { anyOf: [{ $ref: '#/definitions/denied' }, { allOf: [false, { $ref: '#/definitions/back' }] }] }
    }
    const shared = { denied, lists: { $id: 'lists', definitions } }
    const outer = { $id: 'outer', propertyNames: { not: { $ref } } }
    for (const schema of [{ type: 'object', propertyNames: { not: { $ref } } }, { $ref: 'outer#' }]) {
      assert.equal(accepts(schema, { 'x-internal': '1' }, { ...shared, outer }), false)
      assert.equal(accepts(schema, { 'x-other': '1' }, { ...shared, outer }), true)
    }
  })
}

test('a shared schema is lower-cased for headers and keeps its case for bodies', () => {
  const auth = { $id: 'auth', type: 'object', required: ['X-Token'] }
  const compiler = buildValidator({ auth }, {})
  const route = { schema: { $ref: 'auth#' }, method: 'POST', url: '/' }
  assert.equal(compiler({ ...route, httpPart: 'headers' })({ 'x-token': '1' }), true)
  assert.equal(compiler({ ...route, httpPart: 'body' })({ 'x-token': '1' }), false)
  assert.equal(compiler({ ...route, httpPart: 'body' })({ 'X-Token': '1' }), true)
})
