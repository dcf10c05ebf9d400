import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '@sinclair/typebox'
import fluent from 'fluent-json-schema'
import { type Role, rolesOf } from '../../src/schema/schema-role.ts'

const string = { type: 'string' }
const annotations = ['$id', '$schema', '$comment', 'title', 'description', 'examples', 'example']
const maps = ['properties', 'patternProperties', 'dependencies', 'dependentSchemas', 'dependentRequired']
const takingSchemas = [
  ...['not', 'if', 'then', 'else', 'items', 'contains', 'additionalItems', 'additionalProperties', 'propertyNames'],
  ...[
    'unevaluatedItems',
    'unevaluatedProperties',
    'contentSchema',
    'const',
    'default',
    'discriminator',
    'errorMessage'
  ],
  ...['externalDocs', 'xml']
]
const flags = [
  'nullable',
  'uniqueItems',
  'required',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'readOnly',
  'writeOnly',
  'deprecated'
]
const unknown = ['name', 'type', 'Items', 'x-note', '']
const all = [...annotations, 'definitions', '$defs', ...maps, ...takingSchemas, ...flags, ...unknown]

/** Each name must have exactly the roles under which it is listed. */
function assertRoles(value: unknown, expected: Partial<Record<Role, readonly string[]>>): void {
  const found: Partial<Record<Role, string[]>> = {}
  const roles = rolesOf(Object.fromEntries(all.map((name) => [name, value])))
  for (const name of [...roles.keys()].sort()) {
    const role = roles.get(name) as Role
    found[role] = [...(found[role] ?? []), name]
  }
  const sorted = Object.entries(expected).map(([role, names]) => [role, [...(names ?? [])].sort()])
  assert.deepEqual(found, Object.fromEntries(sorted))
}

const without = (...names: readonly string[]) => all.filter((name) => !names.includes(name))

test('a value that is not a schema is a keyword or a companion', () => {
  const aside = [...annotations, 'x-note']
  for (const value of [3, 'text', null, [], [string], () => 1])
    assertRoles(value, { companion: aside, keyword: without(...aside) })
})

test('a schema is a field, unless its name takes schemas', () => {
  const dollars = all.filter((name) => name.startsWith('$'))
  assertRoles(string, { keyword: dollars, either: takingSchemas, field: without(...dollars, ...takingSchemas) })
})

test('a map of schemas is a keyword under the names that take one', () => {
  const aside = ['definitions', '$defs']
  const dollars = ['$id', '$schema', '$comment']
  for (const value of [{}, { a: string, b: true }, { a: ['b'] }, { a: Type.String() }]) {
    assertRoles(value, {
      companion: aside,
      keyword: [...dollars, ...maps],
      either: takingSchemas,
      field: without(...aside, ...dollars, ...maps, ...takingSchemas)
    })
  }
})

test('a boolean is a keyword under the names that take one, and a schema under others', () => {
  const dollars = all.filter((name) => name.startsWith('$'))
  for (const value of [true, false])
    assertRoles(value, {
      // An extension may be any value except a schema.
      companion: ['x-note'],
      keyword: [...dollars, ...flags],
      either: takingSchemas,
      field: without('x-note', ...dollars, ...flags, ...takingSchemas)
    })
})

test('a TypeBox schema has the role typebox under any name', () => assertRoles(Type.String(), { typebox: all }))

test('a fluent schema has the role of the schema it contains', () => {
  assert.equal(rolesOf({ name: fluent.default.string() }).get('name'), 'field')
  assert.equal(rolesOf({ items: fluent.default.string() }).get('items'), 'either')
})
