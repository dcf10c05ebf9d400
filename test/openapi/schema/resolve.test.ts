import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOfId, resolve, toName } from '../../../src/openapi/schema/resolve.ts'
import { nodeOf } from '../../../src/tree/node.ts'
import { createApp } from '../../security/wild.ts'

const title = { type: 'string' }
const book = {
  $id: 'book',
  properties: { title, 'a/b': { x: title } },
  definitions: { part: title, anchor: { $id: '#here' } }
}
const far = {
  $id: 'https://example.com/schemas/far.json',
  properties: { near: { $id: 'inner', ...title } },
  $defs: { d: { $anchor: 'there' } }
}
const near = { $id: 'https://example.com/schemas/near.json' }
const shared = { book, 'hash#': { $id: 'hash#' }, [far.$id]: far, [near.$id]: near }
const node = nodeOf(createApp().app)
const find = (reference: string, document: unknown = {}) =>
  resolve(reference, { context: { node, shared }, document, way: 'out', operationId: 'op' })

test('a reference resolves to a shared schema, with or without a hash', () => {
  for (const reference of ['book', 'book#'])
    assert.deepEqual(find(reference), { schema: book, document: book, name: 'book' })
  assert.equal(find('hash')?.schema, shared['hash#'])
  assert.equal(find('hash#')?.name, 'hash')
})

test('a pointer resolves inside a schema and is named by it, except in definitions', () => {
  assert.deepEqual(find('book#/properties/title'), { schema: title, document: book, name: 'book-title' })
  assert.deepEqual(find('book#/definitions/part'), { schema: title, document: book, name: 'part' })
  assert.equal(find('book#/properties/a~1b/x')?.schema, title)
  assert.equal(find('book#/properties/a%2Fb/x')?.schema, title)
  assert.equal(find('#/properties/title', { properties: { title } })?.name, 'title')
  assert.equal(find('#', book)?.name, 'book')
  assert.equal(find('#', {})?.name, 'op')
})

test('an anchor, an inner id and a relative URI resolve as in Ajv', () => {
  assert.equal(find('book#here')?.schema, book.definitions.anchor)
  assert.equal(find(`${far.$id}#there`)?.schema, far.$defs.d)
  assert.equal(find('inner')?.schema, far.properties.near)
  assert.equal(find('near.json', far)?.schema, near)
  assert.equal(find('far.json', far)?.schema, far)
})

test('an unknown reference does not resolve', () => {
  for (const reference of [
    'none',
    'none#/a',
    'book#/properties/none',
    'book#/properties/title/type/x',
    'book#none',
    '#/%E0%A4%A'
  ])
    assert.equal(find(reference), undefined, reference)
})

test('a component name has the characters that OpenAPI allows, and numbered ids give none', () => {
  assert.equal(nameOfId('https://example.com/schemas/far.json#'), 'far')
  assert.equal(nameOfId('/a/b c'), 'b_c')
  assert.equal(nameOfId('geo.json'), 'geo.json')
  for (const id of ['T0', 'T17', '', '#', undefined, 1]) assert.equal(nameOfId(id), undefined)
  assert.equal(toName('é#x y-z.1_'), 'x_y-z.1')
})
