/** The table of schema keywords for reading documents. `test/keyword.test.ts` compares it with the core's table, which is used for validation. */
export interface Keyword {
  /** The form of its subschemas. Default: none. */
  readonly holds?: 'schema' | 'schema or schemas' | 'schemas' | 'schemas by name' | 'schemas or names by name'
  /** The data that its subschemas validate: the value itself, its members, its items, or the names of its members. */
  readonly judges?: 'value' | 'member' | 'item' | 'name'
  /** Defaults in its subschemas are not filled in, because a value that does not match them may still be valid. */
  readonly tries?: true
  /** Its origin, if the validator does not read it by draft 7. */
  readonly of?: 'later' | 'OpenAPI'
}

const rows: readonly (readonly [names: string, keyword: Keyword])[] = [
  ['allOf', { holds: 'schemas', judges: 'value' }],
  ['anyOf oneOf', { holds: 'schemas', judges: 'value', tries: true }],
  ['not if', { holds: 'schema', judges: 'value', tries: true }],
  ['then else', { holds: 'schema', judges: 'value' }],
  ['dependencies', { holds: 'schemas or names by name', judges: 'value' }],
  ['dependentSchemas', { holds: 'schemas by name', judges: 'value', of: 'later' }],
  ['properties patternProperties', { holds: 'schemas by name', judges: 'member' }],
  ['additionalProperties', { holds: 'schema', judges: 'member' }],
  ['unevaluatedProperties', { holds: 'schema', judges: 'member', of: 'later' }],
  ['propertyNames', { holds: 'schema', judges: 'name', tries: true }],
  ['items', { holds: 'schema or schemas', judges: 'item' }],
  ['additionalItems', { holds: 'schema', judges: 'item' }],
  ['contains', { holds: 'schema', judges: 'item', tries: true }],
  ['prefixItems', { holds: 'schemas', judges: 'item', of: 'later' }],
  ['unevaluatedItems', { holds: 'schema', judges: 'item', of: 'later' }],
  ['definitions $defs', { holds: 'schemas by name' }],
  ['contentSchema', { holds: 'schema' }],
  ['$id $schema $ref $comment type enum const format default title description examples', {}],
  ['deprecated readOnly writeOnly pattern minLength maxLength contentMediaType contentEncoding', {}],
  ['multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems uniqueItems', {}],
  ['required minProperties maxProperties', {}],
  ['$anchor minContains maxContains dependentRequired', { of: 'later' }],
  ['nullable example discriminator externalDocs xml', { of: 'OpenAPI' }]
]

export const keywords: ReadonlyMap<string, Keyword> = new Map(
  rows.flatMap(([names, keyword]) => names.split(' ').map((name) => [name, keyword] as const))
)

/** Returns the keywords whose rows match a condition. */
export function keywordsWhere(test: (keyword: Keyword, name: string) => boolean): ReadonlySet<string> {
  return new Set([...keywords].flatMap(([name, keyword]) => (test(keyword, name) ? [name] : [])))
}
