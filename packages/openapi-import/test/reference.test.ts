import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ArgumentError } from '@espalier/command-kit'
import { checkReferences, componentNamed, createResolve, endOfReference } from '../src/reference.ts'
import { documentOf, withOperation } from './documents.ts'

test('a pointer is resolved through other references and with escapes', () => {
  const document = {
    ...documentOf({ '/a{b}': { get: { description: 'x' } } }),
    components: {
      responses: { one: { $ref: '#/components/responses/two' }, two: { description: 'y' } },
      schemas: { 'a b': 1 }
    }
  }
  const resolve = createResolve(document)
  assert.deepEqual(resolve({ $ref: '#/paths/~1a%7Bb%7D/get' }), { description: 'x' })
  assert.deepEqual(resolve({ $ref: '#/components/responses/one' }), { description: 'y' })
  assert.equal(resolve({ $ref: '#/components/schemas/a%20b' }), 1)
  assert.equal(resolve({ $ref: '#' }), document)
  assert.equal(resolve('a'), 'a')
})

test('an unresolved or circular reference ends', () => {
  const resolve = createResolve({ a: { $ref: '#/a' } })
  assert.deepEqual(resolve({ $ref: '#/a' }), { $ref: '#/a' })
  for (const $ref of ['#/b', '#/a/toString', '#b', 'other.yml']) assert.equal(resolve({ $ref }), undefined)
})

test('a component is found by its name', () => {
  assert.equal(componentNamed({ $ref: '#/components/schemas/a~1b' }, 'schemas'), 'a/b')
  assert.equal(componentNamed({ $ref: '#/components/schemas/a%7E1b' }, 'schemas'), 'a/b')
  assert.equal(componentNamed({ $ref: '#/components/schemas/a/properties/b' }, 'schemas'), undefined)
  assert.equal(componentNamed({ $ref: '#/components/responses/a' }, 'schemas'), undefined)
  assert.equal(componentNamed({}, 'schemas'), undefined)
})

for (const [$ref, sentence] of [
  [
    'other.yml#/a',
    /^a\.yml refers at paths → \/books → post → requestBody to 'other\.yml#\/a', which is another file\. Put everything into one first: npx @redocly\/cli bundle a\.yml -o bundled\.yml$/
  ],
  ['https://example.com/a.yml', /'https:\/\/example\.com\/a\.yml', which is another file/],
  [
    '#/components/requestBodies/none',
    /^a\.yml refers at paths → \/books → post → requestBody to '#\/components\/requestBodies\/none', and there is nothing of that name in it\.$/
  ]
] as const)
  test(`a reference to ${$ref} is reported with its place`, () => {
    const check = () => checkReferences(withOperation({ requestBody: { $ref } }), 'a.yml')
    assert.throws(check, (error: Error) => error instanceof ArgumentError && sentence.test(error.message))
  })

test('a reference in an example is ignored', () => {
  const schema = { type: 'object', example: { $ref: 'other.yml' }, properties: { $ref: { type: 'string' } } }
  checkReferences(withOperation({ requestBody: { content: { a: { schema } } } }), 'a.yml')
})

test('a reference is followed up to the first named schema or one without references', () => {
  const document = documentOf(
    {},
    {
      components: {
        schemas: {
          A: {
            properties: {
              a: refer('A'),
              b: refer('A/properties/c'),
              c: refer('A/properties/a'),
              d: {},
              e: refer('A/properties/e')
            }
          }
        }
      }
    }
  )
  const endOf = (name: string) => endOfReference(document, `#/components/schemas/${name}`).slice(21)
  assert.deepEqual(['A', 'A/properties/b', 'A/properties/d', 'A/properties/e', 'B/c'].map(endOf), [
    'A',
    'A',
    'A/properties/d',
    'A/properties/e',
    'B/c'
  ])
})

const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` })
