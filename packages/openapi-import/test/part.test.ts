import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeParts, type Kind, visitParts } from '../src/part.ts'
import { documentOf } from './documents.ts'

const hostile = JSON.parse('{ "constructor": 1, "toString": [1], "__proto__": { "a": 1 } }')

test('a member with an inherited name is plain JSON', () => {
  const kinds: Kind[] = [
    'document',
    'components',
    'pathItem',
    'operation',
    'callback',
    'schema',
    'response',
    'mediaType'
  ]
  for (const kind of kinds)
    assert.equal(JSON.stringify(changeParts(hostile, kind, (part) => part)), JSON.stringify(hostile))
})

const schema = { type: 'object', properties: { $ref: { type: 'string' } }, example: { items: { type: 'no schema' } } }
const document = documentOf(
  {
    '/a': { get: { responses: { 200: { content: { 'text/plain': { schema } } }, 'x-note': { content: {} } } } },
    'x-note': { get: {} }
  },
  { components: { schemas: { a: { allOf: [{ not: {} }] } } } }
)

test('parts are visited from the inside out, and plain JSON is not visited', () => {
  const seen: string[] = []
  visitParts(document, 'document', (_part, kind, place) => seen.push(`${kind} ${place.join('/')}`))
  assert.deepEqual(seen, [
    'schema paths//a/get/responses/200/content/text/plain/schema/properties/$ref',
    'schema paths//a/get/responses/200/content/text/plain/schema',
    'mediaType paths//a/get/responses/200/content/text/plain',
    'response paths//a/get/responses/200',
    'operation paths//a/get',
    'pathItem paths//a',
    'schema components/schemas/a/allOf/0/not',
    'schema components/schemas/a/allOf/0',
    'schema components/schemas/a',
    'components components',
    'document '
  ])
})

test('changeParts does not modify the document', () => {
  const before = structuredClone(document)
  const mark = (part: object, kind: Kind) => (kind === 'schema' ? { marked: true, ...part } : part)
  const changed = changeParts(document, 'document', mark)
  assert.deepEqual(document, before)
  assert.equal(JSON.stringify(changed).match(/"marked"/g)?.length, 5)
})

test('a value other than a part is returned unchanged', () => {
  assert.equal(
    changeParts(true, 'schema', () => 1),
    true
  )
  const broken = { allOf: 1, properties: [] }
  assert.deepEqual(
    changeParts(broken, 'schema', (part) => part),
    broken
  )
})
