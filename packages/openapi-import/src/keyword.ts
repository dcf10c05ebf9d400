/** The table of JSON Schema keywords. `test/keyword.test.ts` compares it with the core's table in `src/schema`, from which validators are made. */
export interface Keyword {
  /** The form of the keyword's value, if it contains subschemas: for example, a list of schemas. */
  readonly holds?: 'schema' | 'schema or schemas' | 'schemas' | 'schemas by name' | 'schemas or names by name'
  /** The data that the subschemas of the keyword validate: the value itself, its members, its items, or the names of its members. */
  readonly appliesTo?: 'value' | 'member' | 'item' | 'name'
  /** Whether a value may be valid although it does not match a subschema, as for `anyOf`. In such subschemas validators fill in no defaults. */
  readonly mayFail?: true
  /** Where the keyword comes from, if it is not in draft 7. */
  readonly origin?: 'later draft' | 'OpenAPI'
}

const rows: readonly (readonly [names: string, keyword: Keyword])[] = [
  ['allOf', { holds: 'schemas', appliesTo: 'value' }],
  ['anyOf oneOf', { holds: 'schemas', appliesTo: 'value', mayFail: true }],
  ['not if', { holds: 'schema', appliesTo: 'value', mayFail: true }],
  ['then else', { holds: 'schema', appliesTo: 'value' }],
  ['dependencies', { holds: 'schemas or names by name', appliesTo: 'value' }],
  ['dependentSchemas', { holds: 'schemas by name', appliesTo: 'value', origin: 'later draft' }],
  ['properties patternProperties', { holds: 'schemas by name', appliesTo: 'member' }],
  ['additionalProperties', { holds: 'schema', appliesTo: 'member' }],
  ['unevaluatedProperties', { holds: 'schema', appliesTo: 'member', origin: 'later draft' }],
  ['propertyNames', { holds: 'schema', appliesTo: 'name', mayFail: true }],
  ['items', { holds: 'schema or schemas', appliesTo: 'item' }],
  ['additionalItems', { holds: 'schema', appliesTo: 'item' }],
  ['contains', { holds: 'schema', appliesTo: 'item', mayFail: true }],
  ['prefixItems', { holds: 'schemas', appliesTo: 'item', origin: 'later draft' }],
  ['unevaluatedItems', { holds: 'schema', appliesTo: 'item', origin: 'later draft' }],
  ['definitions $defs', { holds: 'schemas by name' }],
  ['contentSchema', { holds: 'schema' }],
  ['$id $schema $ref $comment type enum const format default title description examples', {}],
  ['deprecated readOnly writeOnly pattern minLength maxLength contentMediaType contentEncoding', {}],
  ['multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems uniqueItems', {}],
  ['required minProperties maxProperties', {}],
  ['$anchor minContains maxContains dependentRequired', { origin: 'later draft' }],
  ['nullable example discriminator externalDocs xml', { origin: 'OpenAPI' }]
]

export const keywords: ReadonlyMap<string, Keyword> = new Map(
  rows.flatMap(([names, keyword]) => names.split(' ').map((name) => [name, keyword] as const))
)

/** Returns the keywords whose rows of the table match a condition. */
export function keywordsWhere(test: (keyword: Keyword, name: string) => boolean): ReadonlySet<string> {
  return new Set([...keywords].flatMap(([name, keyword]) => (test(keyword, name) ? [name] : [])))
}
