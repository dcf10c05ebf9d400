/** Random schemas of plain objects, and data that often fits one. */
import fc from 'fast-check'

export type Schema = Record<string, unknown>

const names = ['a', 'b', 'c', 'secret', 'a b', '"', '$ref2', '0']

const leaf: fc.Arbitrary<Schema> = fc.oneof(
  fc.record({ type: fc.constant('string') }),
  fc.record({ type: fc.constant('string'), minLength: fc.nat(3), maxLength: fc.integer({ min: 3, max: 8 }) }),
  fc.record({ type: fc.constant('string'), enum: fc.constantFrom(['x', 'y'], ['', 'x']) }),
  fc.record({ type: fc.constant('string'), pattern: fc.constantFrom('^x', '^[a-z]*$', '\\d') }),
  fc.record({ type: fc.constant('string'), format: fc.constantFrom('date', 'email', 'uuid', 'ipv4') }),
  fc.record({ type: fc.constantFrom('integer', 'number') }),
  fc.record({
    type: fc.constantFrom('integer', 'number'),
    minimum: fc.integer({ min: -3, max: 3 }),
    maximum: fc.integer({ min: 3, max: 9 })
  }),
  fc.record({ type: fc.constant('number'), multipleOf: fc.constantFrom(2, 0.5) }),
  fc.record({ type: fc.constant('boolean') }),
  fc.record({ type: fc.constant('string'), default: fc.constantFrom('x', 'y') }),
  fc.record({ type: fc.constantFrom(['string', 'null'], ['integer', 'null']) }),
  fc.record({ const: fc.constantFrom('x', 1, true, null) })
)

/** @param withKeywords also those that combine schemas, which validators know and serializers read in their own way */
export function schemaOf(withKeywords: boolean): fc.Arbitrary<Schema> {
  const { node } = fc.letrec<{ node: Schema }>((tie) => {
    const inner = tie('node') as fc.Arbitrary<Schema>
    const properties = fc.dictionary(fc.constantFrom(...names), inner, { maxKeys: 4, noNullPrototype: true })
    const object = fc
      .record({
        properties,
        additionalProperties: fc.constantFrom(undefined, false),
        isRequired: fc.boolean()
      })
      .map(
        ({ properties: own, additionalProperties, isRequired }): Schema => ({
          type: 'object',
          properties: own,
          ...(additionalProperties !== undefined && { additionalProperties }),
          ...(isRequired && Object.keys(own).length > 0 && { required: Object.keys(own).slice(0, 1) })
        })
      )
    const array = inner.map((items): Schema => ({ type: 'array', items }))
    const combined = fc
      .tuple(fc.constantFrom('anyOf', 'oneOf', 'allOf'), fc.array(leaf, { minLength: 1, maxLength: 2 }))
      .map(([keyword, list]): Schema => ({ [keyword]: list }))
    const rest = withKeywords ? [combined, leaf.map((not): Schema => ({ not }))] : []
    return { node: fc.oneof({ maxDepth: 3, depthSize: 'small' }, leaf, object, array, ...rest) }
  })
  return node
}

export const data: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom('x', 'y', '', '1', '2.5', 'true', 'null', '2020-01-01', 'abc', 0, 1, 4, -2, 2.5, true, false, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 5, noNullPrototype: true })
  )
})).value
