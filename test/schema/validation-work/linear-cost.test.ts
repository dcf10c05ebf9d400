/** Validators take linear time, or n log n. Reads are counted for data of one size and of four times the size. Only work inside one text is timed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAjv } from '../../../src/schema/ajv.ts'
import { compile } from '../compiling.ts'
import { looksOfTurns, shapes } from '../counted-data.ts'

type Schema = Record<string, unknown>

/** For each keyword, an addition to a node of a tree, to its list of nodes, or to its text. */
const keywords: Readonly<Record<string, { node?: Schema; list?: Schema; text?: Schema; number?: Schema }>> = {
  $ref: { node: { not: { $ref: '#/definitions/never' } } },
  maximum: { number: { maximum: 1e9 } },
  minimum: { number: { minimum: -1 } },
  exclusiveMaximum: { number: { exclusiveMaximum: 1e9 } },
  exclusiveMinimum: { number: { exclusiveMinimum: -2 } },
  multipleOf: { number: { multipleOf: 1 } },
  maxLength: { text: { maxLength: 1e6 } },
  minLength: { text: { minLength: 0 } },
  pattern: { text: { pattern: '^[a-z0-9]*$' } },
  format: { text: { format: 'uri-reference' } },
  formatMaximum: { text: { format: 'date', formatMaximum: '9999-01-01' } },
  formatMinimum: { text: { format: 'date', formatMinimum: '0000-01-01' } },
  formatExclusiveMaximum: { text: { format: 'date', formatExclusiveMaximum: '9999-01-01' } },
  formatExclusiveMinimum: { text: { format: 'date', formatExclusiveMinimum: '0000-01-01' } },
  maxProperties: { node: { maxProperties: 1e6 } },
  minProperties: { node: { minProperties: 0 } },
  required: { node: { required: ['i'] } },
  maxItems: { list: { maxItems: 1e6 } },
  minItems: { list: { minItems: 0 } },
  nullable: { node: { nullable: true } },
  const: { node: { not: { const: { i: 0, c: [{ i: 0, c: [{ i: 7 }] }] } } } },
  enum: { node: { not: { enum: [{ i: 0, c: [{ i: 0, c: [{ i: 7 }] }] }, { i: 'no' }] } } },
  not: { node: { not: { required: ['no'] } } },
  anyOf: { node: { anyOf: [{ required: ['no'] }, { required: ['i'] }] } },
  oneOf: { node: { oneOf: [{ required: ['no'] }, { required: ['i'] }] } },
  allOf: { node: { allOf: [{ required: ['i'] }, { maxProperties: 1e6 }] } },
  if: { node: { if: { required: ['no'] }, else: { required: ['i'] } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword
  then: { node: { if: { required: ['i'] }, then: { minProperties: 1 } } },
  else: { node: { if: { required: ['no'] }, else: { required: ['i'] } } },
  propertyNames: { node: { propertyNames: { maxLength: 20 } } },
  additionalProperties: { node: { additionalProperties: { type: 'integer' } } },
  dependencies: { node: { dependencies: { s: ['i'], i: { minProperties: 1 } } } },
  properties: { node: { properties: { also: { type: 'string' } } } },
  patternProperties: { node: { patternProperties: { '^x': { type: 'integer' } } } },
  additionalItems: { list: { items: [{ $ref: 'node#' }], additionalItems: { $ref: 'node#' } } },
  items: { list: { items: [{ $ref: 'node#' }, { $ref: 'node#' }] } },
  contains: { list: { contains: { required: ['i'] } } },
  type: { node: { type: ['object', 'null'] } },
  uniqueItems: { list: { uniqueItems: true } },
  // Keywords that change the data.
  coercion: { number: { type: 'string' } },
  default: { node: { properties: { added: { type: 'string', default: 'x' } } } },
  removal: { node: { additionalProperties: false } },
  'names of the prototype': { node: { properties: { constructor: { type: 'string' } } } }
}

/** Annotations, and keywords that are parts of others. */
const costless = ['$comment', 'id']

function schemaOf({ node, list, text, number }: (typeof keywords)[string]): Schema {
  const { properties, ...rest } = node ?? {}
  return {
    $id: 'node',
    type: 'object',
    ...rest,
    properties: {
      i: { type: 'integer', ...number },
      s: { type: 'string', ...text },
      c: { type: 'array', items: { $ref: 'node#' }, ...list },
      ...(properties as object)
    },
    definitions: { never: { required: ['no'] } }
  }
}

test('every keyword of the validator has a case in this file', () => {
  const { RULES } = createAjv([], {}, { ownProperties: false, trusted: false, recursive: false })
  const known = Object.keys(RULES.all).filter((keyword) => !costless.includes(keyword))
  assert.deepEqual(
    known.filter((keyword) => !Object.hasOwn(keywords, keyword)),
    []
  )
})

for (const [keyword, parts] of Object.entries(keywords)) {
  for (const allErrors of [false, true]) {
    test(`${keyword}: four times the data takes less than six times the reads${allErrors ? ', with allErrors' : ''}`, () => {
      const validate = compile({ $ref: 'node#' }, { customOptions: { allErrors, strict: false } }, [schemaOf(parts)])
      for (const [shape, make] of Object.entries(shapes)) {
        const [one, four] = [200, 800].map((nodes) => looksOfTurns(() => make(nodes), validate)) as [number, number]
        assert.ok(one > 0 && four < 6 * one, `${shape}: ${one} looks, then ${four}`)
      }
    })
  }
}
