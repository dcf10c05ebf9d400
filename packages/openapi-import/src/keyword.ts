/** Facts about a keyword of JSON Schema. `test/keyword.test.ts` compares the table `keywords` with the table of the core in `src/schema`. */
export interface Keyword {
  readonly holds?: 'schema' | 'schema or schemas' | 'schemas' | 'schemas by name' | 'schemas or names by name'
  /** The data to which the subschemas apply: the value itself, its properties, its items, or its property names. */
  readonly appliesTo?: 'value' | 'member' | 'item' | 'name'
  /** Whether a valid value may fail a subschema, as with `anyOf`. Validators apply no defaults in such subschemas. */
  readonly mayFail?: true
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

export function keywordsWhere(test: (keyword: Keyword, name: string) => boolean): ReadonlySet<string> {
  return new Set([...keywords].flatMap(([name, keyword]) => (test(keyword, name) ? [name] : [])))
}
