import assert from 'node:assert/strict'
import { test } from 'node:test'
import { omittedKeywordSentences, omittedKeywords } from '../src/omitted-keyword.ts'
import { answerOf, bodyOf, withOperation } from './documents.ts'

const unknown = 'the validator does not know it.'
const cases: readonly (readonly [schema: Record<string, unknown>, left: Record<string, string>])[] = [
  [{ type: 'string', pattern: '^[a-z]+$', title: 'a', 'x-a': 1, xml: {} }, {}],
  [{ pattern: '(?i)a' }, { pattern: 'it is no regular expression of JavaScript' }],
  [{ pattern: '^(\\w+\\s?)*$' }, { pattern: 'a client could use it to block the process' }],
  [{ enum: [] }, { enum: 'it has no value' }],
  [{ unevaluatedProperties: false }, { unevaluatedProperties: unknown }],
  [{ minlength: 1 }, { minlength: `${unknown} Did you mean 'minLength'?` }],
  [
    { prefixItems: [{}], items: false },
    { prefixItems: unknown, items: "it means something else without 'prefixItems'" }
  ],
  [
    { patternProperties: { '(?i)a': {} }, additionalProperties: false },
    {
      patternProperties: 'it is no regular expression of JavaScript',
      additionalProperties: "it means something else without 'patternProperties'"
    }
  ],
  [{ toString: 1 }, { toString: unknown }]
]
for (const [schema, left] of cases)
  test(`omitted keywords of ${JSON.stringify(schema)}: ${Object.keys(left).join(', ') || 'none'}`, () => {
    assert.deepEqual(Object.fromEntries(omittedKeywords(schema)), left)
  })

test('each keyword and reason has one message with the first place and the number of others', () => {
  const list = { type: 'array', items: { unevaluatedProperties: false }, unevaluatedProperties: false }
  assert.deepEqual(
    omittedKeywordSentences(withOperation(answerOf({ properties: { a: list, b: { pattern: '(?i)' } } }))),
    [
      "paths → /books → post → responses → 200 → content → application/json → schema → properties → a → items and 1 more: 'unevaluatedProperties' is in 'documentPatch' alone: the validator does not know it.",
      `paths → /books → post → responses → 200 → content → application/json → schema → properties → b: 'pattern' "(?i)" is in 'documentPatch' alone: it is no regular expression of JavaScript.`
    ]
  )
})

test('a keyword of a component is counted once regardless of its references', () => {
  const reference = { $ref: '#/components/schemas/A' }
  const schemas = { A: { properties: { a: { pattern: '(?i)' } } } }
  assert.deepEqual(
    omittedKeywordSentences(
      withOperation({ ...bodyOf(reference), ...answerOf(reference) }, { components: { schemas } })
    ),
    [
      `components → schemas → A → properties → a: 'pattern' "(?i)" is in 'documentPatch' alone: it is no regular expression of JavaScript.`
    ]
  )
})
