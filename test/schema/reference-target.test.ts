import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApp } from '../../src/adapter/create-app.ts'
import { refuseBadTargets } from '../../src/schema/reference-target.ts'
import type { App } from '../../types/index.ts'
import type { Wild } from '../security/wild.ts'

const to = ($ref: string) => ({ $ref })
const leaf = { type: 'string' }
/** Parsed, because in a literal `__proto__` would set the prototype. */
const parsed = (text: string) => JSON.parse(text)
const shared = {
  book: { $id: 'book', type: 'object', required: ['title'], properties: { title: leaf, constructor: leaf } },
  broken: { $id: 'broken', items: to('#/definitions/toString'), definitions: {} }
}
const definitions = { a: leaf, 'b/c~d': leaf, toString: leaf, yes: true, 'e%20f': leaf, 'g h': leaf }

for (const reference of [
  ...['#', '#/', 'book', 'book#', '#/definitions/a', '#/definitions/toString', '#/definitions/yes', '#/definitions//a'],
  ...['#/definitions/b~1c~0d', '#/definitions/e%20f', '#/definitions/g%20h', 'book#/properties/constructor', '#anchor'],
  // Ajv and fast-json-stringify refuse these references themselves.
  ...['elsewhere', 'elsewhere#/definitions/a', 'book#anchor']
])
  test(`a reference to '${reference}' is accepted by the check of targets`, () => {
    refuseBadTargets({ items: to(reference), definitions }, shared)
  })

for (const reference of [
  ...['toString', 'constructor#', '__proto__#/a', '#/definitions/constructor', '#/$defs/valueOf', '#/hasOwnProperty'],
  ...['#/definitions/con%73tructor', '#/definitions/__proto__', '#/definitions/a/__proto__', '#/__proto__/b'],
  ...['#/definitions/a/type', '#/definitions/a/type/length', '#/definitions/none', '#/definitions/%E0%A4%A'],
  ...['book#/required/length', 'book#/required/at', 'book#/properties/valueOf', 'elsewhere#/constructor', 'broken#']
])
  test(`a reference to '${reference}' does not resolve and is refused`, () => {
    assert.throws(() => refuseBadTargets({ items: [to('book'), to(reference)], definitions }, shared), {
      code: 'ESP_ERR_SCH_REFERENCE_MISSING',
      message: `The reference '${reference === 'broken#' ? '#/definitions/toString' : reference}' does not resolve to a schema.`
    })
  })

test('a `$ref` in data is ignored, and one below a property named like a data keyword is checked', async () => {
  const none = to('#/definitions/none')
  for (const data of [{ enum: [none] }, { const: none }, { default: { of: none } }, { examples: [none] }])
    refuseBadTargets({ properties: { a: data } }, shared)
  const both = { default: none }
  for (const schema of [
    ...[{ properties: { default: none } }, { definitions: { enum: none } }, { not: { items: none } }],
    ...[
      { properties: both, not: both },
      { not: both, properties: both }
    ]
  ])
    assert.throws(() => refuseBadTargets(schema, shared), { code: 'ESP_ERR_SCH_REFERENCE_MISSING' })
  const app = createApp({ logger: false }) as unknown as Wild
  const properties = { a: { enum: [none, 1] }, b: { type: 'object', default: none } }
  app.post(
    '/',
    { schema: { body: { type: 'object', properties }, response: { 200: { type: 'object', properties } } } },
    async (request: Wild) => request.body
  )
  const answer = await app.inject({ method: 'POST', url: '/', payload: { a: none } })
  assert.deepEqual([answer.statusCode, answer.body], [200, '{"a":{"$ref":"#/definitions/none"},"b":{}}'])
  await app.close()
})

test('a pointer inside a part with an $id starts at that part', () => {
  const part = { $id: 'part', properties: { constructor: leaf }, items: to('#/properties/constructor') }
  refuseBadTargets({ not: part, anyOf: [to('part#/properties/constructor')] }, {})
  assert.throws(() => refuseBadTargets({ not: { ...part, $id: undefined } }, {}), {
    code: 'ESP_ERR_SCH_REFERENCE_MISSING'
  })
})

test('a reference to __proto__ is refused even if such a definition exists', () => {
  const schema = parsed('{"$ref":"#/definitions/__proto__","definitions":{"__proto__":{"type":"string"}}}')
  assert.throws(() => refuseBadTargets(schema, {}), { code: 'ESP_ERR_SCH_REFERENCE_MISSING' })
})

for (const name of [...Object.getOwnPropertyNames(Object.prototype), 'none']) {
  for (const $ref of [
    `#/definitions/${name}`,
    `#/$defs/${name}`,
    `#/${name}`,
    `shared#/definitions/${name}`,
    `${name}#`
  ]) {
    test(`a route whose schema refers to '${$ref}' is refused by every way of compiling`, async () => {
      for (const schema of [to($ref), { type: 'object', properties: { a: to($ref) } }]) {
        const declared = { ...schema, definitions: {}, $defs: {} }
        for (const [part, code] of [
          [{ body: declared }, 'FST_ERR_SCH_VALIDATION_BUILD'],
          [{ querystring: declared }, 'FST_ERR_SCH_VALIDATION_BUILD'],
          [{ response: { 200: declared } }, 'FST_ERR_SCH_SERIALIZATION_BUILD']
        ] as const)
          for (const compile of ['boot', 'lazy'] as const) {
            const app = createApp({ compile }) as unknown as App
            app.addSchema({ $id: 'shared', type: 'object', definitions: {} })
            app.post('/', { schema: part } as never, () => ({ a: 'b', secret: 1 }))
            await assert.rejects(async () => app.ready(), { code })
          }
      }
    })
  }
}

test('a reference to a shared schema that contains a class instance is refused, also indirectly', () => {
  const shared = {
    opaque: { $id: 'opaque', properties: { a: new Map() } },
    between: { $id: 'between', items: to('opaque#') }
  }
  for (const reference of ['opaque#', 'opaque#/properties/b', 'between'])
    assert.throws(
      () => refuseBadTargets({ items: to(reference) }, shared),
      /^Error: in the shared schema 'opaque', 'properties\/a' is an object of the class Map and has no key of its own/
    )
  refuseBadTargets({ items: leaf }, shared)
})
