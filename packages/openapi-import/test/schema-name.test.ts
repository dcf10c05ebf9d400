import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renameSchemas, schemaIn, withNamesForIds } from '../src/schema-name.ts'

test('the schema name is found in a pointer to or into a schema', () => {
  const pointers = ['#/components/schemas/a~1b', '#/components/schemas/a/items', '#/components/responses/a', '#/a', 1]
  assert.deepEqual(pointers.map(schemaIn), ['a/b', 'a', undefined, undefined, undefined])
})

test('references are renamed with their remaining path', () => {
  const schema = { anyOf: [{ $ref: '#/components/schemas/a' }, { $ref: '#/components/schemas/a/properties/b' }] }
  assert.deepEqual(renameSchemas(schema, 'schema', new Map([['a', 'b/c']])), {
    anyOf: [{ $ref: '#/components/schemas/b~1c' }, { $ref: '#/components/schemas/b~1c/properties/b' }]
  })
})

test('a name that is not a valid $id is replaced by a unique one', () => {
  const schemas = {
    'a b': { items: { $ref: '#/components/schemas/a~1b' } },
    'a/b': { $ref: '#/components/schemas/constructor' },
    a_b: {},
    constructor: {},
    'a.b-c_1': {}
  }
  assert.deepEqual(Object(withNamesForIds({ components: { schemas } }).components).schemas, {
    a_b2: { items: { $ref: '#/components/schemas/a_b3' } },
    a_b3: { $ref: '#/components/schemas/constructor2' },
    a_b: {},
    constructor2: {},
    'a.b-c_1': {}
  })
})
