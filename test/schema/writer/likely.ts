/** Random JSON that often matches a random schema. */
import fc from 'fast-check'

export const likely: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom<unknown>(0, 1, -1, 1.5, 'a', '', true, false, null, 'b@c.de'),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'constructor', 'x-y'), tie('value'), { maxKeys: 3, noNullPrototype: true })
  )
})).value
