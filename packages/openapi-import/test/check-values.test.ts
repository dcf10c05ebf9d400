import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ArgumentError } from '@espalier/command-kit'
import { checkValues } from '../src/check-values.ts'

for (const [schema, sentence] of [
  [{ minimum: 1, exclusiveMinimum: true }, "a 'exclusiveMinimum: true'. The keyword takes a number."],
  [{ minLength: '3' }, `a 'minLength: "3"'. The keyword takes a whole number from 0 on.`],
  [{ maxItems: -1 }, "a 'maxItems: -1'. The keyword takes a whole number from 0 on."],
  [{ multipleOf: 0 }, "a 'multipleOf: 0'. The keyword takes a number above 0."],
  [{ required: true }, "a 'required: true'. The keyword takes a list of texts."],
  [{ required: ['a', 1] }, `a 'required: ["a",1]'. The keyword takes a list of texts.`],
  [{ enum: 'a' }, `a 'enum: "a"'. The keyword takes a list.`],
  [{ anyOf: [] }, "a 'anyOf: []'. The keyword takes a list of at least one value."],
  [{ uniqueItems: 'yes' }, `a 'uniqueItems: "yes"'. The keyword takes true or false.`],
  [{ pattern: 1 }, "a 'pattern: 1'. The keyword takes a text."],
  [{ properties: [] }, "a 'properties: []'. The keyword takes an object."]
] as const)
  test(`${JSON.stringify(schema)} is refused: ${sentence}`, () => {
    assert.throws(() => checkValues(schema, 'a'), new ArgumentError(sentence))
  })

test('valid values of keywords and unknown keywords are accepted', () => {
  checkValues({ exclusiveMinimum: 1, minLength: 0, required: [], enum: [null], multipleOf: 0.5, 'x-minimum': '1' }, 'a')
})
