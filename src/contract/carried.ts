/**
 * Shared schemas that are attached to their references. `Type.Ref(Book)` is a `$ref` to which the schema is attached, so the application need not
 * call `addSchema`. The context of a route gets all schemas that are attached inside the route's schemas.
 */

/** The key under which a reference holds its schema. */
export const carriedKey = Symbol.for('espalier.carried')

export interface NamedSchema {
  readonly $id: string
}

export const isNamed = (value: unknown): value is NamedSchema =>
  typeof value === 'object' && value !== null && typeof (value as Partial<NamedSchema>).$id === 'string'

let isAnyCarried = false

/** A schema, or a function that returns a schema which is defined after the reference. */
type Later = NamedSchema | (() => NamedSchema)

/** Attaches a schema to a reference under a symbol. TypeBox copies references by spread, which keeps symbols. JSON omits them. */
export function carry<Reference extends object>(reference: Reference, schema: Later): Reference {
  isAnyCarried = true
  return Object.assign(reference, { [carriedKey]: schema })
}

/** Lists the schemas attached to the references inside a value. Schemas attached inside the listed ones are listed, too. */
export function carriedBy(value: unknown): ReadonlySet<NamedSchema> {
  const found = new Set<NamedSchema>()
  // Applications without attached schemas skip the search.
  if (isAnyCarried) collect(value, found, new Set())
  return found
}

function collect(value: unknown, found: Set<NamedSchema>, seen: Set<object>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  const brought = (value as { [carriedKey]?: Later })[carriedKey]
  const schema = typeof brought === 'function' ? brought() : brought
  if (schema !== undefined) {
    found.add(schema)
    collect(schema, found, seen)
  }
  for (const inner of Object.values(value)) collect(inner, found, seen)
}
