// The size of the result must be known before it is generated, in a time that does not depend on the size.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ArgumentError } from '@espalier/command-kit'
import fc from 'fast-check'
import { budget } from '../../../test/fuzz/budget.ts'
import { optionsOf } from '../src/document-options.ts'
import { checkExpansion } from '../src/expansion.ts'
import { toModule, writeModule } from '../src/module/module.ts'
import { answerOf, documentOf, withOperation } from './documents.ts'

type Said = Readonly<Record<string, unknown>>

const inner = (at: number) => ({ $ref: `#/components/schemas/S${at}/properties/p` })
const object = (members: readonly unknown[]) => ({ properties: { p: { properties: { ...members } } } })
const named = (schemas: readonly unknown[]) =>
  Object.fromEntries(schemas.map((schema, at) => [`S${at}`, schema] as const))

const steep = (levels: number): Said => {
  const schemas = Array.from({ length: levels }, (_, at) => object(Array(10).fill(inner(at + 1))))
  return withOperation(answerOf(inner(0)), { components: { schemas: named([...schemas, object([{}])]) } })
}

const refused = (document: Said, sentence: RegExp) =>
  assert.throws(
    () => checkExpansion(document, 'a.yml'),
    (error: Error) => error instanceof ArgumentError && sentence.test(error.message)
  )

test('exponentially growing references are refused before expansion', () => {
  checkExpansion(steep(4), 'a.yml')
  for (const levels of [8, 60])
    refused(
      steep(levels),
      /^a\.yml refers to '#\/components\/schemas\/S\d+\/properties\/p', which becomes more than \d+ values once its references are written out\. Refer to schemas by their names in components\.$/
    )
})

test('a recursive part is refused, unless it is a named schema', () => {
  refused(
    withOperation(answerOf(inner(0)), { components: { schemas: named([object([inner(0)])]) } }),
    /^a\.yml refers to '#\/components\/schemas\/S0\/properties\/p', which leads back to itself\. Only a schema of its own name in components may do that\.$/
  )
  const callbacks = { a: { $ref: '#/components/callbacks/a' } }
  refused(
    withOperation({ callbacks }, { components: { callbacks: { a: { '/b': { post: { callbacks } } } } } }),
    /'#\/components\/callbacks\/a', which leads back to itself/
  )
  const own = { properties: { p: { $ref: '#/components/schemas/S0' } } }
  checkExpansion(
    withOperation(answerOf({ $ref: '#/components/schemas/S0' }), { components: { schemas: named([own]) } }),
    'a.yml'
  )
})

test('too long a chain of references is refused', () => {
  const parameters = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, at) => [`P${at}`, { $ref: `#/components/parameters/P${at + 1}` }])
  )
  const operation = { parameters: [{ $ref: '#/components/parameters/P0' }] }
  refused(withOperation(operation, { components: { parameters } }), /which has more than 200 levels once/)
})

test('large parts shared by many operations are counted for each', () => {
  const paths = Object.fromEntries(
    Array.from({ length: 2000 }, (_, at) => [
      `/${at}`,
      { get: { responses: { 200: { $ref: '#/components/responses/a' } } } }
    ])
  )
  const components = { responses: { a: { content: { 'a/b': { example: Array(1000).fill(1) } } } } }
  refused(documentOf(paths, { components }), /which becomes more than \d+ values|^a\.yml becomes more than/)
})

test('an accepted document is written with any references', async () => {
  const reference = fc
    .nat({ max: 5 })
    .chain((at) => fc.constantFrom(inner(at), { $ref: `#/components/schemas/S${at}` }))
  const schema = fc.array(reference, { maxLength: 4 }).map(object)
  const property = fc.asyncProperty(fc.array(schema, { minLength: 6, maxLength: 6 }), async (schemas) => {
    const document = withOperation(answerOf(inner(0)), { components: { schemas: named(schemas) } })
    try {
      checkExpansion(document, 'a.yml')
    } catch (error) {
      return assert.ok(error instanceof ArgumentError)
    }
    const module = toModule(document)
    assert.ok(writeModule(module, 'a.yml', await optionsOf(document, module)).length < 1_000_000)
  })
  await fc.assert(property, budget(300))
})
