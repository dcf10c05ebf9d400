/** Checks the types of keyword values in schemas. Wrong types often come from earlier drafts of JSON Schema, such as `required: true`. */
import { ArgumentError, isPlainObject } from '@espalier/command-kit'
import type { JsonObject } from './json.ts'

interface Rule {
  readonly takes: string
  readonly fits: (value: unknown) => boolean
}

const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0
const isList = (value: unknown): value is unknown[] => Array.isArray(value)
const isText = (value: unknown) => typeof value === 'string'

const number: Rule = { takes: 'a number', fits: (value) => typeof value === 'number' }
const positive: Rule = { takes: 'a number above 0', fits: (value) => typeof value === 'number' && value > 0 }
const count: Rule = { takes: 'a whole number from 0 on', fits: isCount }
const flag: Rule = { takes: 'true or false', fits: (value) => typeof value === 'boolean' }
const text: Rule = { takes: 'a text', fits: isText }
const texts: Rule = { takes: 'a list of texts', fits: (value) => isList(value) && value.every(isText) }
const list: Rule = { takes: 'a list', fits: isList }
const values: Rule = { takes: 'a list of at least one value', fits: (value) => isList(value) && value.length > 0 }
const object: Rule = { takes: 'an object', fits: isPlainObject }

const all = (rule: Rule, ...names: string[]) => names.map((name) => [name, rule] as const)

/** The allowed values of keywords (JSON Schema Validation, draft 7 §6 and §10). */
const rules: readonly (readonly [name: string, rule: Rule])[] = [
  ...all(number, 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'),
  ...all(positive, 'multipleOf'),
  ...all(count, 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'),
  ...all(flag, 'uniqueItems', 'readOnly', 'writeOnly'),
  ...all(text, 'pattern', 'title', 'description'),
  ...all(texts, 'required'),
  ...all(list, 'enum'),
  ...all(values, 'allOf', 'anyOf', 'oneOf'),
  ...all(object, 'properties', 'patternProperties')
]

export function checkValues(schema: JsonObject, where: string): void {
  const wrong = rules.find(([name, { fits }]) => schema[name] !== undefined && !fits(schema[name]))
  if (wrong === undefined) return
  const [name, { takes }] = wrong
  throw new ArgumentError(
    `${where} '${name}: ${JSON.stringify(schema[name])?.slice(0, 40)}'. The keyword takes ${takes}.`
  )
}
