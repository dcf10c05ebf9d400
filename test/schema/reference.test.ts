import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idOf, isRecursive, mayRevisitData, referencesOf } from '../../src/schema/reference.ts'

const to = ($ref: string) => ({ $ref })

test('every reference is found once, at any depth, also in a cyclic object', () => {
  const schema: Record<string, unknown> = {
    items: [to('a'), { not: to('b#') }],
    properties: { c: to('#/c'), again: to('a'), $ref: { type: 'string' } },
    default: { $ref: 1 }
  }
  schema.self = schema
  assert.deepEqual([...referencesOf(schema)].sort(), ['#/c', 'a', 'b#'])
  for (const other of [null, undefined, true, 'text', {}]) assert.deepEqual([...referencesOf(other)], [])
})

test('the id of a reference is the part before its fragment', () => {
  for (const [reference, id] of [
    ['a', 'a'],
    ['a#', 'a'],
    ['a#/b#c', 'a'],
    ['#', ''],
    ['#/a', ''],
    ['', '']
  ] as const)
    assert.equal(idOf(reference), id)
})

const leaf = { type: 'string' }
const tree = { $id: 'tree', items: to('#') }
const book = { $id: 'book', items: to('#/definitions/page'), definitions: { page: leaf, 'a/b~c': { d: [leaf] } } }
const shared = { tree, book }

for (const [what, schema, expected] of [
  ['without references', { items: leaf }, false],
  ['that refers to itself', { items: to('#') }, true],
  ['whose definition has no references', { items: to('#/definitions/a'), definitions: { a: leaf } }, false],
  [
    'whose definition refers to itself',
    { items: to('#/definitions/a'), definitions: { a: { items: to('#/definitions/a') } } },
    true
  ],
  ['whose definition refers to the root', { definitions: { a: { items: to('#') } }, not: to('#/definitions/a') }, true],
  [
    'whose definitions refer to each other',
    {
      items: to('#/definitions/a'),
      definitions: { a: { not: to('#/definitions/b') }, b: { not: to('#/definitions/a') } }
    },
    true
  ],
  [
    'that refers to one definition by two paths',
    {
      items: [to('#/definitions/a'), to('#/definitions/b')],
      definitions: { a: { not: to('#/definitions/b') }, b: leaf }
    },
    false
  ],
  ['that refers to a shared one without a cycle', to('book#'), false],
  ['that refers to a part of a shared one', { items: to('book#/definitions/page') }, false],
  ['that refers to a part by a pointer with escapes', to('book#/definitions/a~1b~0c/d/0'), false],
  ['that refers to a recursive shared one', { items: to('tree') }, true],
  ['with a reference to a missing definition', to('#/definitions/none'), true],
  ['with a pointer through a text', { a: 'text', items: to('#/a/length/b') }, true],
  ['with a pointer through null', { a: null, items: to('#/a/b') }, true],
  ['that refers to an inner $id', { items: to('#inner'), definitions: { a: { $id: '#inner' } } }, true],
  ['that refers to a missing shared schema', to('other#'), true],
  ['that refers to an inherited name', to('toString#'), true]
] as [string, unknown, boolean][]) {
  test(`a schema ${what} is ${expected ? 'possibly' : 'not'} recursive`, () =>
    assert.equal(isRecursive(schema, shared), expected))
}

test('keywords that apply several subschemas, and siblings of a reference, may visit data twice', () => {
  const keywords = ['anyOf', 'oneOf', 'allOf', 'not', 'if', 'contains', 'dependencies', 'dependentSchemas']
  for (const keyword of [...keywords, 'patternProperties', 'propertyNames', 'uniqueItems'])
    assert.equal(mayRevisitData(JSON.stringify({ items: { [keyword]: {} } })), true, keyword)
  assert.equal(mayRevisitData('{"$ref":"#/definitions/a","title":"a"}'), true)
  assert.equal(mayRevisitData('{"title":"a","$ref":"#"}'), true)
  assert.equal(mayRevisitData(undefined), true)
  for (const schema of [
    { items: to('#/definitions/a') },
    { title: 'anyOf', items: leaf, properties: { a: to('a') } },
    {}
  ])
    assert.equal(mayRevisitData(JSON.stringify(schema)), false, JSON.stringify(schema))
})
