import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import sjson from 'secure-json-parse'
import { createJsonParser } from '../../src/stage/json.ts'
import { budget } from '../fuzz/budget.ts'

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

test('a JSON body is refused, changed or kept as by secure-json-parse, however its keys are escaped', () => {
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
    budget(3000)
  )
})

test('a key that could poison a prototype is refused, removed or kept, by the action for its name', () => {
  const texts = { proto: '{"a":1,"__proto__":{"b":2}}', constructor: '{"a":1,"constructor":{"prototype":{"b":2}}}' }
  const outcome = (text: string, parse: ReturnType<typeof createJsonParser>) => {
    let given: unknown
    parse(null, text, (error, body) => {
      given = (error as { code?: string } | null)?.code ?? JSON.stringify(body)
    })
    return given
  }
  const refused = 'FST_ERR_CTP_INVALID_JSON_BODY'
  for (const [action, expected] of [
    ['error', () => refused],
    ['remove', () => '{"a":1}'],
    ['ignore', (text: string) => text]
  ] as const) {
    const { proto, constructor: named } = texts
    const other = action === 'ignore' ? 'error' : 'ignore'
    assert.equal(outcome(proto, createJsonParser(action, other)), expected(proto), `__proto__, ${action}`)
    assert.equal(outcome(named, createJsonParser(other, action)), expected(named), `constructor, ${action}`)
    assert.equal(outcome(named, createJsonParser(action, other)), other === 'error' ? refused : named)
    assert.equal(outcome(proto, createJsonParser(other, action)), other === 'error' ? refused : proto)
  }
})
