import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import sjson from 'secure-json-parse'
import { createJsonParser } from '../../src/stage/json.ts'

const actions = ['error', 'remove', 'ignore'] as const

function outcomeOf(parse: () => unknown): unknown {
  try {
    return { value: parse() }
  } catch {
    return 'refused'
  }
}

/** Writes some letters of a text as JSON escapes. */
const spelled = (name: string) =>
  fc
    .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
    .map((escapes) =>
      [...name]
        .map((letter, at) => (escapes[at] ? `\\u00${letter.charCodeAt(0).toString(16).padStart(2, '0')}` : letter))
        .join('')
    )

const names = fc.oneof(
  fc.constantFrom('a', '__proto__', 'constructor', 'prototype', 'constructors', 'é\ufeff'),
  ...['__proto__', 'constructor', 'prototype'].map(spelled)
)
const { text } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('null', '1', '"__proto__"', '"constructor"', '[]', '{}', '{', '"'),
    fc
      .array(fc.tuple(names, tie('text')), { maxLength: 3 })
      .map((fields) => `{${fields.map(([name, value]) => `"${name}" : ${value}`).join(',')}}`),
    fc.array(tie('text'), { maxLength: 2 }).map((values) => `[${values.join(',')}]`)
  )
}))

test('a JSON body is refused, changed and kept as secure-json-parse does it, however its keys are written', () => {
  fc.assert(
    fc.property(
      text,
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom(...actions),
      fc.constantFrom(...actions),
      (body, hasMark, isBytes, protoAction, constructorAction) => {
        const given = hasMark ? `\ufeff${body}` : body
        const parse = createJsonParser(protoAction, constructorAction)
        const actual = outcomeOf(() => {
          let result: unknown
          parse(null, isBytes ? Buffer.from(given) : given, (error, value) => {
            if (error) throw error
            result = value
          })
          return result
        })
        const expected = outcomeOf(() => sjson.parse(given, { protoAction, constructorAction }))
        assert.deepEqual(actual, expected)
      }
    ),
    { numRuns: 3000 }
  )
})
