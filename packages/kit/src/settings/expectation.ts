/** The messages contain no values of environment variables, because these could be secret. */

/** Returns a noun phrase for the accepted values: `an integer from 1 to 65535`. */
export function expectationOf(schema: { readonly [keyword: string]: unknown }): string {
  if (Array.isArray(schema.anyOf)) return [...new Set(schema.anyOf.map(expectationOf))].join(' or ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.map((one) => JSON.stringify(one)).join(', ')}`
  const facts = Object.entries(phrases).filter(([keyword]) => keyword in schema)
  const words = facts.map(([keyword, phrase]) => phrase.replace('%', () => wordsFor(schema[keyword])))
  return [nouns[String(schema.type)] ?? 'a value', ...words].join('')
}

const wordsFor = (value: unknown) => (typeof value === 'object' ? expectationOf({ ...value }) : String(value))

const nouns: Readonly<Record<string, string>> = {
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  string: 'a text',
  array: 'a list, separated by commas',
  object: 'an object, written as JSON'
}

/** Phrases for keywords that restrict a type. `%` stands for the keyword's value. */
const phrases: Readonly<Record<string, string>> = {
  format: " of the format '%'",
  items: ', of which each is %',
  minimum: ' from %',
  exclusiveMinimum: ' above %',
  maximum: ' to %',
  exclusiveMaximum: ' below %',
  multipleOf: ' in steps of %',
  minLength: ' with a length from %',
  maxLength: ' with a length to %',
  minItems: ' with a number of items from %',
  maxItems: ' with a number of items to %',
  pattern: ' that matches %'
}
