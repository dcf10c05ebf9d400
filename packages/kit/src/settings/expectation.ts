/** Words for what a schema takes. They come from the schema only, so they hold no value of the environment. */

interface Described {
  readonly [keyword: string]: unknown
  readonly type?: string
  readonly items?: object
  readonly anyOf?: readonly object[]
  readonly enum?: readonly unknown[]
}

/** Returns a noun for the values that a schema takes: `an integer from 1 to 65535`. */
export function expectationOf(schema: Described): string {
  if (Array.isArray(schema.anyOf))
    return [...new Set(schema.anyOf.map((one) => expectationOf(one as Described)))].join(' or ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.map((one) => JSON.stringify(one)).join(', ')}`
  return `${nouns[String(schema.type)]?.(schema) ?? 'a value'}${boundsOf(schema)}`
}

const nouns: Readonly<Record<string, (schema: Described) => string>> = {
  integer: () => 'an integer',
  number: () => 'a number',
  boolean: () => 'true or false',
  null: () => 'null',
  string: ({ format }) => (format === undefined ? 'a text' : `a text of the format '${format}'`),
  array: ({ items = {} }) => `a list, separated by commas, of which each is ${expectationOf(items as Described)}`,
  object: () => 'an object, written as JSON'
}

/** Keywords that narrow a type, with the words before their value. */
const bounds: Readonly<Record<string, string>> = {
  minimum: 'from',
  exclusiveMinimum: 'above',
  maximum: 'to',
  exclusiveMaximum: 'below',
  multipleOf: 'in steps of',
  minLength: 'with a length from',
  maxLength: 'with a length to',
  minItems: 'with a number of items from',
  maxItems: 'with a number of items to',
  pattern: 'that matches'
}

const boundsOf = (schema: Described): string =>
  Object.entries(bounds)
    .filter(([keyword]) => keyword in schema)
    .map(([keyword, words]) => ` ${words} ${schema[keyword]}`)
    .join('')
