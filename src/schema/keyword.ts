/**
 * The table of keywords: JSON Schema from draft 4 to 2020-12, OpenAPI's additions, and one of ajv-errors. All code that walks a schema selects its
 * keywords from this table. Ajv and fast-json-stringify use draft 7. For a new keyword, `test/schema/keyword.test.ts` lists the missing columns.
 */

/** The form of a keyword's value. */
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
  /** The type of the values that the keyword applies to. Default: all types. */
  readonly on?: 'object' | 'array' | 'string' | 'number'
  /** The data that the keyword's subschemas describe: the value itself, its members, its items, or the names of its members. */
  readonly appliesTo?: 'value' | 'member' | 'item' | 'name'
  /** Defaults in its subschemas are not filled in, because a value may be valid without matching the subschema. */
  readonly tries?: true
  /** The keyword may validate the same data as another keyword of its schema. If both recurse, the work doubles at every level of the data. */
  readonly overlaps?: true
  /** The keys of the keyword's map: names of members, or patterns of such names. Default: names of schemas. */
  readonly keys?: 'name' | 'pattern'
  /** In an earlier draft the keyword was a boolean. */
  readonly wasFlag?: true
  /** The purpose of a keyword that validates nothing. */
  readonly says?: 'id' | 'definitions' | 'note' | 'mark' | 'default' | 'tool'
  /** The origin of a keyword that draft 7 lacks. `later` means a later draft: Ajv and fast-json-stringify ignore or refuse its keywords. */
  readonly of?: 'later' | 'OpenAPI' | 'ajv-errors'
}

const rows = {
  $id: { holds: 'text', says: 'id' },
  $schema: { holds: 'text', says: 'id' },
  $anchor: { holds: 'text', says: 'id', of: 'later' },
  $ref: { holds: 'reference' },
  definitions: { holds: 'schemas by name', says: 'definitions' },
  $defs: { holds: 'schemas by name', says: 'definitions' },

  type: { holds: 'types' },
  nullable: { holds: 'flag', of: 'OpenAPI' },
  enum: { holds: 'list' },
  const: { holds: 'data' },
  format: { holds: 'text' },
  allOf: { holds: 'schemas', appliesTo: 'value', overlaps: true },
  anyOf: { holds: 'schemas', appliesTo: 'value', overlaps: true, tries: true },
  oneOf: { holds: 'schemas', appliesTo: 'value', overlaps: true, tries: true },
  not: { holds: 'schema', appliesTo: 'value', overlaps: true, tries: true },
  if: { holds: 'schema', appliesTo: 'value', overlaps: true, tries: true },
  // biome-ignore lint/suspicious/noThenProperty: a keyword
  then: { holds: 'schema', appliesTo: 'value', overlaps: true },
  else: { holds: 'schema', appliesTo: 'value', overlaps: true },

  multipleOf: { on: 'number', holds: 'positive' },
  minimum: { on: 'number', holds: 'number' },
  maximum: { on: 'number', holds: 'number' },
  exclusiveMinimum: { on: 'number', holds: 'number', wasFlag: true },
  exclusiveMaximum: { on: 'number', holds: 'number', wasFlag: true },

  minLength: { on: 'string', holds: 'count' },
  maxLength: { on: 'string', holds: 'count' },
  pattern: { on: 'string', holds: 'pattern' },
  contentMediaType: { on: 'string', holds: 'text', says: 'tool' },
  contentEncoding: { on: 'string', holds: 'text', says: 'tool' },
  contentSchema: { on: 'string', holds: 'schema', says: 'tool' },

  items: { on: 'array', holds: 'schema or schemas', appliesTo: 'item' },
  additionalItems: { on: 'array', holds: 'schema', appliesTo: 'item' },
  prefixItems: { on: 'array', holds: 'schemas', appliesTo: 'item', of: 'later' },
  unevaluatedItems: { on: 'array', holds: 'schema', appliesTo: 'item', of: 'later' },
  contains: { on: 'array', holds: 'schema', appliesTo: 'item', overlaps: true, tries: true },
  minContains: { on: 'array', holds: 'count', of: 'later' },
  maxContains: { on: 'array', holds: 'count', of: 'later' },
  minItems: { on: 'array', holds: 'count' },
  maxItems: { on: 'array', holds: 'count' },
  uniqueItems: { on: 'array', holds: 'flag', overlaps: true },

  properties: { on: 'object', holds: 'schemas by name', keys: 'name', appliesTo: 'member' },
  patternProperties: { on: 'object', holds: 'schemas by name', keys: 'pattern', appliesTo: 'member', overlaps: true },
  additionalProperties: { on: 'object', holds: 'schema', appliesTo: 'member' },
  unevaluatedProperties: { on: 'object', holds: 'schema', appliesTo: 'member', of: 'later' },
  propertyNames: { on: 'object', holds: 'schema', appliesTo: 'name', overlaps: true, tries: true },
  required: { on: 'object', holds: 'names', wasFlag: true },
  minProperties: { on: 'object', holds: 'count' },
  maxProperties: { on: 'object', holds: 'count' },
  dependencies: { on: 'object', holds: 'schemas or names by name', keys: 'name', appliesTo: 'value', overlaps: true },
  dependentSchemas: {
    ...{ on: 'object', holds: 'schemas by name', keys: 'name', appliesTo: 'value', overlaps: true },
    of: 'later'
  },
  dependentRequired: { on: 'object', holds: 'names by name', keys: 'name', of: 'later' },

  title: { holds: 'text', says: 'note' },
  description: { holds: 'text', says: 'note' },
  $comment: { holds: 'text', says: 'note' },
  examples: { holds: 'list', says: 'note' },
  example: { holds: 'data', says: 'note', of: 'OpenAPI' },
  deprecated: { holds: 'flag', says: 'mark' },
  readOnly: { holds: 'flag', says: 'mark' },
  writeOnly: { holds: 'flag', says: 'mark' },
  default: { holds: 'data', says: 'default' },
  discriminator: { holds: 'data', says: 'tool', of: 'OpenAPI' },
  externalDocs: { holds: 'data', says: 'tool', of: 'OpenAPI' },
  xml: { holds: 'data', says: 'tool', of: 'OpenAPI' },
  errorMessage: { holds: 'data', says: 'tool', of: 'ajv-errors' }
} as const satisfies Record<string, Keyword>

export type KeywordName = keyof typeof rows

export const keywords: ReadonlyMap<string, Keyword> = new Map(Object.entries(rows))

/** Returns the keywords whose rows match a condition, in the order of the table. */
export function keywordsWhere(test: (keyword: Keyword, name: string) => boolean): ReadonlySet<string> {
  return new Set([...keywords].flatMap(([name, keyword]) => (test(keyword, name) ? [name] : [])))
}

/** Whether the value of a keyword contains schemas. */
export const holdsSchema = ({ holds }: Keyword): boolean => holds.startsWith('schema')

/** Keywords whose value is a map from names to schemas or lists, such as `properties`. */
export const mapKeywords = keywordsWhere(({ holds }) => holds.endsWith('by name'))

/** Keywords whose value is data, in which a member may have the name of a keyword. */
export const dataKeywords = keywordsWhere(({ holds }) => holds === 'data' || holds === 'list')

/** Keywords whose subschemas determine how members and items are serialized. */
export const writtenKeywords = keywordsWhere(
  ({ appliesTo, tries, of }) =>
    (appliesTo === 'member' || appliesTo === 'item') && tries === undefined && of === undefined
)

/** Keywords that describe values without restricting them. */
export const annotations = keywordsWhere(({ says }) => says === 'note' || says === 'mark' || says === 'default')
