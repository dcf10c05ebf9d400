/**
 * The table of all keywords: JSON Schema from draft 4 to 2020-12, OpenAPI, and one keyword of ajv-errors. All code that traverses schemas uses this
 * table. Ajv and fast-json-stringify themselves support draft 7.
 */

export type Form =
  | 'schema'
  | 'schema or schemas'
  | 'schemas'
  | 'schemas by name'
  | 'schemas or names by name'
  | 'names by name'
  | 'names'
  | 'types'
  | 'reference'
  | 'text'
  | 'pattern'
  | 'number'
  | 'positive'
  | 'count'
  | 'flag'
  | 'data'
  | 'list'

export interface Keyword {
  readonly holds: Form
  /** The type of values to which the keyword applies. Default: all types. */
  readonly type?: 'object' | 'array' | 'string' | 'number'
  /** Which data the subschemas describe: the `value` itself, each `member` (property) or `item`, or the `name` of each property. */
  readonly appliesTo?: 'value' | 'member' | 'item' | 'name'
  /** Whether a value may be valid although a subschema does not match, as in `anyOf`. */
  readonly mayFail?: true
  /** Whether several subschemas may check the same data, as in `anyOf`. In recursive schemas, the work then doubles at every level of the data. */
  readonly revisits?: true
  /** Whether the keys of a map are property names or patterns. Default: names of schemas. */
  readonly keys?: 'name' | 'pattern'
  readonly wasFlag?: true
  /** The purpose of a keyword that validates nothing. */
  readonly purpose?: 'identifier' | 'definitions' | 'documentation' | 'flag' | 'default' | 'tooling'
  /** The origin of a keyword that draft 7 lacks. */
  readonly origin?: 'later draft' | 'OpenAPI' | 'ajv-errors'
}

const rows = {
  $id: { holds: 'text', purpose: 'identifier' },
  $schema: { holds: 'text', purpose: 'identifier' },
  $anchor: { holds: 'text', purpose: 'identifier', origin: 'later draft' },
  $ref: { holds: 'reference' },
  definitions: { holds: 'schemas by name', purpose: 'definitions' },
  $defs: { holds: 'schemas by name', purpose: 'definitions' },

  type: { holds: 'types' },
  nullable: { holds: 'flag', origin: 'OpenAPI' },
  enum: { holds: 'list' },
  const: { holds: 'data' },
  format: { holds: 'text' },
  allOf: { holds: 'schemas', appliesTo: 'value', revisits: true },
  anyOf: { holds: 'schemas', appliesTo: 'value', revisits: true, mayFail: true },
  oneOf: { holds: 'schemas', appliesTo: 'value', revisits: true, mayFail: true },
  not: { holds: 'schema', appliesTo: 'value', revisits: true, mayFail: true },
  if: { holds: 'schema', appliesTo: 'value', revisits: true, mayFail: true },
  // biome-ignore lint/suspicious/noThenProperty: a keyword
  then: { holds: 'schema', appliesTo: 'value', revisits: true },
  else: { holds: 'schema', appliesTo: 'value', revisits: true },

  multipleOf: { type: 'number', holds: 'positive' },
  minimum: { type: 'number', holds: 'number' },
  maximum: { type: 'number', holds: 'number' },
  exclusiveMinimum: { type: 'number', holds: 'number', wasFlag: true },
  exclusiveMaximum: { type: 'number', holds: 'number', wasFlag: true },

  minLength: { type: 'string', holds: 'count' },
  maxLength: { type: 'string', holds: 'count' },
  pattern: { type: 'string', holds: 'pattern' },
  contentMediaType: { type: 'string', holds: 'text', purpose: 'tooling' },
  contentEncoding: { type: 'string', holds: 'text', purpose: 'tooling' },
  contentSchema: { type: 'string', holds: 'schema', purpose: 'tooling' },

  items: { type: 'array', holds: 'schema or schemas', appliesTo: 'item' },
  additionalItems: { type: 'array', holds: 'schema', appliesTo: 'item' },
  prefixItems: { type: 'array', holds: 'schemas', appliesTo: 'item', origin: 'later draft' },
  unevaluatedItems: { type: 'array', holds: 'schema', appliesTo: 'item', origin: 'later draft' },
  contains: { type: 'array', holds: 'schema', appliesTo: 'item', revisits: true, mayFail: true },
  minContains: { type: 'array', holds: 'count', origin: 'later draft' },
  maxContains: { type: 'array', holds: 'count', origin: 'later draft' },
  minItems: { type: 'array', holds: 'count' },
  maxItems: { type: 'array', holds: 'count' },
  uniqueItems: { type: 'array', holds: 'flag', revisits: true },

  properties: { type: 'object', holds: 'schemas by name', keys: 'name', appliesTo: 'member' },
  patternProperties: { type: 'object', holds: 'schemas by name', keys: 'pattern', appliesTo: 'member', revisits: true },
  additionalProperties: { type: 'object', holds: 'schema', appliesTo: 'member' },
  unevaluatedProperties: { type: 'object', holds: 'schema', appliesTo: 'member', origin: 'later draft' },
  propertyNames: { type: 'object', holds: 'schema', appliesTo: 'name', revisits: true, mayFail: true },
  required: { type: 'object', holds: 'names', wasFlag: true },
  minProperties: { type: 'object', holds: 'count' },
  maxProperties: { type: 'object', holds: 'count' },
  dependencies: { type: 'object', holds: 'schemas or names by name', keys: 'name', appliesTo: 'value', revisits: true },
  dependentSchemas: {
    ...{ type: 'object', holds: 'schemas by name', keys: 'name', appliesTo: 'value', revisits: true },
    origin: 'later draft'
  },
  dependentRequired: { type: 'object', holds: 'names by name', keys: 'name', origin: 'later draft' },

  title: { holds: 'text', purpose: 'documentation' },
  description: { holds: 'text', purpose: 'documentation' },
  $comment: { holds: 'text', purpose: 'documentation' },
  examples: { holds: 'list', purpose: 'documentation' },
  example: { holds: 'data', purpose: 'documentation', origin: 'OpenAPI' },
  deprecated: { holds: 'flag', purpose: 'flag' },
  readOnly: { holds: 'flag', purpose: 'flag' },
  writeOnly: { holds: 'flag', purpose: 'flag' },
  default: { holds: 'data', purpose: 'default' },
  discriminator: { holds: 'data', purpose: 'tooling', origin: 'OpenAPI' },
  externalDocs: { holds: 'data', purpose: 'tooling', origin: 'OpenAPI' },
  xml: { holds: 'data', purpose: 'tooling', origin: 'OpenAPI' },
  errorMessage: { holds: 'data', purpose: 'tooling', origin: 'ajv-errors' }
} as const satisfies Record<string, Keyword>

export type KeywordName = keyof typeof rows

export const keywords: ReadonlyMap<string, Keyword> = new Map(Object.entries(rows))

export function keywordsWhere(test: (keyword: Keyword, name: string) => boolean): ReadonlySet<string> {
  return new Set([...keywords].flatMap(([name, keyword]) => (test(keyword, name) ? [name] : [])))
}

export const holdsSchema = ({ holds }: Keyword): boolean => holds.startsWith('schema')

export const mapKeywords = keywordsWhere(({ holds }) => holds.endsWith('by name'))

/** Keywords whose value is data. The data may contain names of keywords, and these are not keywords. */
export const dataKeywords = keywordsWhere(({ holds }) => holds === 'data' || holds === 'list')

/** Keywords whose subschemas determine how properties and items are serialized. */
export const serializedKeywords = keywordsWhere(
  ({ appliesTo, mayFail, origin }) =>
    (appliesTo === 'member' || appliesTo === 'item') && mayFail === undefined && origin === undefined
)

export const annotations = keywordsWhere(
  ({ purpose }) => purpose === 'documentation' || purpose === 'flag' || purpose === 'default'
)
