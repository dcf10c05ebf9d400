/** Random schemas, mostly common ones, and some invalid ones. */
import fc from 'fast-check'

const names = fc.constantFrom('a', 'b', 'constructor', '__proto__', 'x-y', '$id')
const types = fc.constantFrom('string', 'number', 'integer', 'boolean', 'array', 'object', 'null', 'text')
const leaves = fc.oneof(
  fc.constantFrom<unknown>(0, 1, -1, 1.5, 'a', '', true, false, null, [], ['a'], ['a', 'a'], {}, '^a$', '(', 'email'),
  fc.constantFrom<unknown>('#/definitions/a', '#/$defs/b', 'shared', 'shared#', '#', 'none', ['string', 'null'])
)
const keywordsOfSchemas = ['items', 'additionalProperties', 'not', 'if', 'then', 'contains', 'propertyNames']
const keywordsOfMaps = ['properties', 'definitions', '$defs', 'patternProperties']
const keywordsOfLists = ['anyOf', 'oneOf', 'allOf']
const otherKeywords = [
  ...['minLength', 'maxLength', 'pattern', 'format', 'minimum', 'multipleOf', 'minItems', 'uniqueItems', 'required'],
  ...['enum', 'const', 'default', 'nullable', 'title', 'examples', 'readOnly', '$ref', '$id', '$comment', 'wrong']
]

export const { schema: schemas } = fc.letrec((tie) => {
  const entry = (keys: string[], value: fc.Arbitrary<unknown>) => fc.tuple(fc.constantFrom(...keys), value)
  return {
    schema: fc
      .tuple(
        fc.option(fc.oneof(types, types, types, fc.tuple(types, types)), { nil: undefined, freq: 8 }),
        fc.array(
          fc.oneof(
            { maxDepth: 4 },
            entry(otherKeywords, leaves),
            entry(keywordsOfSchemas, tie('schema')),
            entry(keywordsOfMaps, fc.dictionary(names, tie('schema'), { maxKeys: 2 })),
            entry(keywordsOfLists, fc.array(tie('schema'), { maxLength: 2 }))
          ),
          { maxLength: 3 }
        )
      )
      .map(([type, entries]) => ({ ...(type !== undefined && { type }), ...Object.fromEntries(entries) }))
  }
})
