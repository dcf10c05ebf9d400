import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Anything } from '../../../../test/anything.ts'
import { info } from '../../../../test/openapi/describing.ts'
import { PatchApplier } from '../../src/patch/patch-applier.ts'

const text = { type: 'string' }
const query = (name: string, more: object = {}) => ({ name, in: 'query', schema: text, ...more })
const base = { openapi: '3.1.0', info, servers: [{ url: '/' }], security: [] }

function layOperation(said: object, operation: Anything, refused: readonly string[] = [], method = 'post') {
  const document = { ...base, paths: { '/a': { [method]: operation } } }
  const applier = new PatchApplier({ paths: { '/a': { [method]: said } } }, document, new Set(refused))
  return { operation: Object(applier.apply().paths['/a'])[method], leftOut: applier.leftOut }
}

function layDocument(patch: object, more: object = {}): Anything {
  const applier = new PatchApplier({ ...patch }, { ...base, paths: {}, ...more }, new Set())
  return { document: applier.apply(), leftOut: applier.leftOut }
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const ok = { 200: { description: 'OK', ...json({ type: 'object', properties: { a: text } }) } }

for (const [what, said, operation] of [
  ['a body', { requestBody: { description: 'x', ...json(text) } }, { responses: ok }],
  ['a response', { responses: { 404: { description: 'x', ...json(text) } } }, { responses: ok }],
  ['content', { responses: { 204: json(text) } }, { responses: { 204: { description: 'None' } } }],
  ['a media type', { responses: { 200: { content: { 'text/csv': { schema: text } } } } }, { responses: ok }],
  ['a field', { responses: { 200: json({ properties: { b: text } }) } }, { responses: ok }],
  ['a parameter', { parameters: { 'query a': query('a') } }, { responses: ok }],
  ['a parameter beside others', { parameters: [query('a')] }, { parameters: [query('b')], responses: ok }]
] as const)
  test(`${what} that the application lacks is left out and reported`, () => {
    const laid = layOperation(said, operation)
    assert.deepEqual(laid.operation, operation)
    assert.match(
      laid.leftOut.join(),
      /^\/paths\/~1a\/post\/\S+(?: a)? of the option 'patch' is left out: the application has no such part\.$/
    )
  })

test('paths and operations that the application lacks are left out', () => {
  const paths = { '/a': { get: { responses: ok } } }
  const said = {
    '/a': { post: { responses: ok }, get: { summary: 'A' } },
    '/b': { get: { responses: ok } },
    'x-note': 1
  }
  const { document, leftOut } = layDocument({ paths: said }, { paths })
  assert.deepEqual(document.paths, { '/a': { get: { responses: ok, summary: 'A' } }, 'x-note': 1 })
  assert.equal(leftOut.length, 2)
})

for (const [what, said, operation] of [
  ['a header without a schema', { responses: { 200: { headers: { 'x-a': { example: 'b' } } } } }, { responses: ok }],
  ['a server without an address', { servers: [{ description: 'x' }] }, { servers: [], responses: ok }],
  ['items by index without a list', { servers: { 0: { url: '/x' } }, security: { 0: {} } }, { responses: ok }],
  ['an index beyond the list', { tags: { 3: 'x' } }, { tags: ['a'], responses: ok }],
  ['a required member', { responses: { 200: { description: undefined } } }, { responses: ok }],
  ['the last response', { responses: { 200: undefined } }, { responses: ok }],
  [
    'the place and the name of a parameter',
    { parameters: { 'query a': { in: 'path', name: 'b' } } },
    { parameters: [query('a')], responses: ok }
  ],
  [
    'a path parameter',
    { parameters: { 'path id': undefined, 'path key': { required: undefined } } },
    {
      parameters: [
        { ...query('id'), in: 'path' },
        { ...query('key'), in: 'path', required: true }
      ],
      responses: ok
    }
  ]
] as const)
  test(`a patch neither adds nor changes ${what}`, () => {
    assert.deepEqual(layOperation(said, operation).operation, operation)
  })

test('parameters are patched by place and name, in an object and in a list', () => {
  const parameters = [query('a'), query('b'), { name: 'x-c', in: 'header', schema: text }]
  const said = { 'query a': { style: 'form' }, 'query b': undefined, 'header X-C': { name: 'X-C', example: 'd' } }
  const changed = [query('a', { style: 'form' }), { name: 'X-C', in: 'header', schema: text, example: 'd' }]
  assert.deepEqual(layOperation({ parameters: said }, { parameters, responses: ok }).operation, {
    parameters: changed,
    responses: ok
  })
  const listed = layOperation({ parameters: [query('b', { example: 'e' })] }, { parameters, responses: ok })
  assert.deepEqual((listed.operation as Anything).parameters, [query('a'), query('b', { example: 'e' }), parameters[2]])
})

test('path parameters stay if all parameters are removed', () => {
  const id = { ...query('id'), in: 'path', required: true }
  const { operation } = layOperation({ parameters: undefined }, { parameters: [id, query('a')], responses: ok })
  assert.deepEqual(operation, { parameters: [id], responses: ok })
  assert.deepEqual(layOperation({ parameters: undefined }, { parameters: [query('a')] }).operation, {})
})

test('path-level parameters are applied to each operation that has them', () => {
  const paths = {
    '/a': { get: { parameters: [query('a')], responses: ok }, additionalOperations: { LINK: { responses: ok } } }
  }
  const { document } = layDocument({ paths: { '/a': { parameters: [query('a', { example: 'b' })] } } }, { paths })
  assert.deepEqual(document.paths['/a'].get.parameters, [query('a', { example: 'b' })])
  assert.deepEqual(document.paths['/a'].additionalOperations, { LINK: { responses: ok } })
  assert.equal(document.paths['/a'].parameters, undefined)
})

test('content replaces a schema, and one example replaces examples', () => {
  const parameters = [{ ...query('a'), style: 'form', examples: { b: { value: 1 } } }]
  const content = { 'application/json': { schema: text } }
  const { operation } = layOperation(
    { parameters: [{ name: 'a', in: 'query', content }] },
    { parameters, responses: ok }
  )
  assert.deepEqual(Object.keys(Object(operation).parameters[0]), ['name', 'in', 'content'])
  const beside = { parameters: [{ name: 'a', in: 'query', examples: { b: { value: 1 } } }] }
  const given = { parameters: [{ name: 'a', in: 'query', content }], responses: ok }
  assert.deepEqual(layOperation(beside, given).operation, given)
})

test('resolved references are followed, and unresolved ones are left out', () => {
  const components = {
    parameters: { a: query('a', { description: 'A' }), round: { $ref: '#/components/parameters/round' } },
    responses: { ok: { description: 'Fine' } }
  }
  const operation = { parameters: [query('a')], responses: ok }
  const parameters = [
    { $ref: '#/components/parameters/a' },
    { $ref: '#/components/parameters/none' },
    { $ref: '#/components/parameters/round' },
    { $ref: 'other.json' }
  ]
  const get = { parameters, responses: { 200: { $ref: '#/components/responses/ok' } } }
  const { document } = layDocument({ components, paths: { '/a': { get } } }, { paths: { '/a': { get: operation } } })
  assert.deepEqual(document.paths['/a'].get.parameters, [query('a', { description: 'A' })])
  assert.deepEqual(document.paths['/a'].get.responses[200], { ...ok[200], description: 'Fine' })
})

test('a description may stand beside a reference, and another schema adds no fields', () => {
  const thing = { type: 'object', properties: { a: text } }
  const other = { type: 'object', properties: { a: text, b: text } }
  const components = { schemas: { thing, other } }
  const paths = {
    '/a': { get: { responses: { 200: { description: 'OK', ...json({ $ref: '#/components/schemas/thing' }) } } } }
  }
  const schemaFor = (schema: object) => {
    const said = { paths: { '/a': { get: { responses: { 200: json(schema) } } } } }
    return layDocument(said, { components, paths }).document.paths['/a'].get.responses[200].content['application/json']
      .schema
  }
  assert.deepEqual(schemaFor({ description: 'A' }), { $ref: '#/components/schemas/thing', description: 'A' })
  assert.deepEqual(schemaFor(other), thing)
  assert.deepEqual(schemaFor({ $ref: '#/components/schemas/other' }), { $ref: '#/components/schemas/thing' })
})

test('complete parts are added where the application has no such part', () => {
  const patch = {
    webhooks: { told: { post: { parameters: { 'query a': query('a'), 'query b': { example: 1 } }, responses: ok } } },
    components: { schemas: { more: { type: 'object', properties: { a: text } } }, headers: { part: { example: 1 } } },
    tags: [{ name: 'a' }, { description: 'nameless' }],
    externalDocs: { description: 'x' }
  }
  const { document } = layDocument(patch)
  assert.deepEqual(document.webhooks, { told: { post: { parameters: [query('a')], responses: ok } } })
  assert.deepEqual(document.components, { schemas: patch.components.schemas })
  assert.deepEqual(document.tags, [{ name: 'a' }])
  assert.equal('externalDocs' in document, false)
})

test('names in lists are unique, and the last alternative stays', () => {
  const schema = { type: ['string', 'null'], required: ['a', 'b'], allOf: [text] }
  const operation = { responses: { 200: { description: 'OK', ...json(schema) } } }
  const said = { responses: { 200: json({ type: { 1: 'string' }, required: { 0: 'b' }, allOf: { 0: undefined } }) } }
  const { operation: laid } = layOperation(said, operation)
  assert.deepEqual(Object(laid).responses[200], {
    description: 'OK',
    ...json({ type: ['string'], required: ['b'], allOf: [text] })
  })
})

test('referenced components stay if all components are removed', () => {
  const components = { schemas: { thing: text }, securitySchemes: { key: { type: 'http' as const, scheme: 'basic' } } }
  for (const fault of ['$ref #/components/schemas/thing', 'security key'])
    for (const patch of [
      { components: undefined },
      { components: { schemas: undefined, securitySchemes: undefined } }
    ]) {
      const applier = new PatchApplier(patch, { ...base, paths: {}, components }, new Set([fault]))
      const [kind = '', name = ''] = fault.startsWith('security') ? ['securitySchemes', 'key'] : ['schemas', 'thing']
      assert.ok(name in Object(Object(applier.apply().components)[kind]), fault)
    }
})

test('only the patch number of the OpenAPI version may change', () => {
  assert.equal(layDocument({ openapi: '3.0.3' }).document.openapi, '3.1.0')
  assert.equal(layDocument({ openapi: '3.1.1' }).document.openapi, '3.1.1')
})

test('a refused fault is left out and reported', () => {
  const said = { operationId: 'other', security: [{ key: [] }] }
  const own = { operationId: 'own', responses: ok }
  const { operation, leftOut } = layOperation(said, own, ['operationId other', 'security key'])
  assert.deepEqual(operation, own)
  assert.deepEqual(
    leftOut.map((sentence) => sentence.replace(/^.* is left out: /, '')),
    ["another operation is called 'other'.", "there is no security scheme 'key'."]
  )
})

test('ignored headers and a path without operations may be added', () => {
  const accept = { name: 'Accept', in: 'header', schema: text }
  const get = { parameters: { 'header accept': accept } }
  const patch = { paths: { '/a': { get }, '/b': { summary: 'Empty.' }, '/c/{d}': {} } }
  const { document } = layDocument(patch, { paths: { '/a': { get: { responses: ok } } } })
  assert.deepEqual(document.paths, {
    '/a': { get: { responses: ok, parameters: [accept] } },
    '/b': { summary: 'Empty.' }
  })
})

test('a value of the wrong type throws with its place', () => {
  for (const [patch, message] of [
    [
      { paths: { '/a': { get: null } } },
      "The option 'patch' of openapi() must be an object at /paths/~1a/get, not null"
    ],
    [{ paths: { '/a': 'x' } }, /an object at \/paths\/~1a, not 'x'/],
    [{ paths: [] }, /an object at \/paths, not \[\]/],
    [{ tags: 'x' }, /a list at \/tags, not 'x'/],
    [{ paths: { '/a': { get: { parameters: 1 } } } }, /a list or an object at \/paths\/~1a\/get\/parameters, not 1/],
    [{ info: { title: 1 } }, /a string at \/info\/title, not 1/],
    [{ info: { contact: { url: 'a b' } } }, /a URI at \/info\/contact\/url, not 'a b'/],
    [{ paths: { '/a': { get: { deprecated: 'no' } } } }, /true or false at \/paths\/~1a\/get\/deprecated, not 'no'/],
    [
      { components: { securitySchemes: { a: { type: 'basic' } } } },
      /one of apiKey, http, .* at \/components\/securitySchemes\/a\/type/
    ]
  ] as const)
    assert.throws(() => layDocument(patch, { paths: { '/a': { get: { responses: ok } } } }), {
      code: 'ESP_ERR_ARGUMENT_INVALID',
      message: typeof message === 'string' ? new RegExp(message.replace(/[()]/g, '\\$&')) : message
    })
})

test('an optional body keeps the fields of its alternative and gets no others', () => {
  const bodyOf = (schema: object) => ({ requestBody: { content: { 'application/json': { schema } } } })
  const own = { type: 'object', properties: { a: text } }
  const operation = bodyOf({ anyOf: [own, { type: 'null' }] })
  const described = { type: 'object', properties: { a: { type: 'string', description: 'A.' } } }
  const laid = layOperation(bodyOf({ anyOf: undefined, ...described }), operation).operation
  assert.deepEqual(laid, bodyOf(described))
  const others = layOperation(bodyOf({ anyOf: undefined, type: 'object', properties: { b: text } }), operation)
  assert.deepEqual(others.operation, bodyOf({ type: 'object' }))
})

test('a patch may describe a body of GET', () => {
  const said = { requestBody: { content: { 'application/json': { schema: text } } } }
  assert.deepEqual(layOperation(said, { responses: {} }, [], 'get').operation, { responses: {}, ...said })
})

test('a required member stays, and the rest of the patch is applied', () => {
  const said = { responses: { 200: { description: undefined, 'x-a': 1 } } }
  const { operation } = layOperation(said, { responses: ok })
  assert.deepEqual(operation, { responses: { 200: { ...ok[200], 'x-a': 1 } } })
})

test('an unknown member is left out and reported, also with an inherited name, except in a schema', () => {
  const names = JSON.parse('{ "constructor": { "a": 1 }, "toString": [1], "__proto__": 2, "valueOf": null }')
  const patch = {
    ...names,
    info: names,
    paths: {
      '/a': { get: { ...names, parameters: { 'query a': names }, responses: { 200: { ...names, ...json(names) } } } }
    },
    components: { ...names, schemas: JSON.parse('{ "constructor": {}, "__proto__": { "a": 1 } }') }
  }
  const get = { parameters: [query('a')], responses: ok }
  const given = { paths: { '/a': { get } }, components: { schemas: {} } }
  const { document, leftOut } = layDocument(patch, given)
  assert.equal(leftOut.length, 6 * Object.keys(names).length)
  for (const sentence of leftOut)
    assert.match(sentence, /left out: OpenAPI has no such member here, and an extension begins with 'x-'\.$/)
  const { 200: answer } = document.paths['/a'].get.responses
  for (const part of [document, document.info, document.components, document.paths['/a'].get, answer])
    for (const name of Object.keys(names)) assert.equal(Object.hasOwn(part, name), false, name)
  for (const [name, value] of Object.entries(names))
    assert.deepEqual(Object.getOwnPropertyDescriptor(answer.content['application/json'].schema, name)?.value, value)
  assert.deepEqual(Object.keys(document.components.schemas), ['constructor', '__proto__'])
})

const oauth = (flow: object) => ({ type: 'oauth2', flows: { password: flow } })

for (const [what, patch, why] of [
  [
    'a parameter without media type',
    { parameters: { a: { name: 'a', in: 'query', content: {} } } },
    'its content has 0'
  ],
  ['an optional path parameter', { parameters: { a: { ...query('a'), in: 'path' } } }, 'a parameter of the path needs'],
  ['a name with a space', { schemas: { 'a b': text } }, 'the name of a component has'],
  ['a key without place', { securitySchemes: { a: { type: 'apiKey', name: 'a' } } }, 'it has no in'],
  ['a flow without scopes', { securitySchemes: { a: oauth({ tokenUrl: '/' }) } }, 'it has no scopes'],
  [
    'a reference in place of scopes',
    { securitySchemes: { a: oauth({ tokenUrl: '/', scopes: { $ref: '#/no' } }) } },
    'OpenAPI has no reference here'
  ],
  ['a link without a target', { links: { a: { description: 'A.' } } }, 'it has no operationId or operationRef'],
  [
    'a member of another type of scheme',
    { securitySchemes: { a: { type: 'mutualTLS', scheme: 'basic' } } },
    'OpenAPI has no such member'
  ],
  ['a component of 3.2', { mediaTypes: { a: {} } }, 'it needs version 3.2']
] as const)
  test(`${what} is left out and reported`, () => {
    assert.match(layDocument({ components: patch }).leftOut.join(), new RegExp(`is left out: ${why}`))
  })

test('a webhook is kept without invalid responses, and a path must begin with a slash', () => {
  const { document, leftOut } = layDocument({
    webhooks: { told: { post: { responses: { abc: { description: 'A.' } } } }, other: { post: { responses: {} } } },
    paths: { a: { summary: 'A.' }, '/b': { summary: 'B.' } }
  })
  assert.deepEqual(document.webhooks, { told: { post: {} }, other: { post: {} } })
  assert.deepEqual(document.paths, { '/b': { summary: 'B.' } })
  assert.equal(leftOut.length, 3)
})

test('the title stays, and a scheme of another type replaces the first', () => {
  const { document } = layDocument({ info: { title: undefined, license: { url: '/' } } })
  assert.deepEqual(document.info, info)
  const components = { securitySchemes: { a: { type: 'http', scheme: 'basic' } } }
  const key = { type: 'apiKey', name: 'a', in: 'header' }
  const other = layDocument({ components: { securitySchemes: { a: key } } }, { components })
  assert.deepEqual(other.document.components.securitySchemes, { a: key })
})

test('a patch of a component does not allow a response to refer to another one', () => {
  const schemas = {
    fault: { type: 'object', properties: { code: text } },
    thing: { type: 'object', properties: { a: text } }
  }
  const answer = (name: string) => ({ 400: { description: 'x', ...json({ $ref: `#/components/schemas/${name}` }) } })
  const paths = (name: string) => ({ '/a': { get: { responses: answer(name) } } })
  for (const described of ['fault', 'thing']) {
    const components = { schemas: { [described]: { description: 'Said by hand.' } } }
    const laid = layDocument({ paths: paths('thing'), components }, { paths: paths('fault'), components: { schemas } })
    assert.deepEqual(laid.document.paths, paths('fault'))
    assert.deepEqual(laid.leftOut, [
      "/paths/~1a/get/responses/400/content/application~1json/schema of the option 'patch' is left out: the application has no such part."
    ])
  }
})
