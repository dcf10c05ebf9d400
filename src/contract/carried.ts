/**
 * Shared schemas that travel with their references. `Type.Ref(Book)` is a `$ref` that carries its schema, so a route with it needs no `addSchema`. The
 * context of the route gets the schemas that those of the route bring along.
 */

/** Under this a reference has the schema that it brings. */
export const carriedKey = Symbol.for('espalier.carried')

/** A schema with a `$id`. */
export interface NamedSchema {
  readonly $id: string
}

export const isNamed = (value: unknown): value is NamedSchema =>
  typeof value === 'object' && value !== null && typeof (value as Partial<NamedSchema>).$id === 'string'

let isAnyCarried = false

/** A schema, or what returns it where it is made later than the reference. */
type Later = NamedSchema | (() => NamedSchema)

/** Has a reference bring its schema along. The mark survives a copy by spread, as TypeBox makes them, and is no part of the JSON. */
export function carry<Reference extends object>(reference: Reference, schema: Later): Reference {
  isAnyCarried = true
  return Object.assign(reference, { [carriedKey]: schema })
}

/** Lists the schemas that the references inside a value bring along, and those that these bring. */
export function carriedBy(value: unknown): ReadonlySet<NamedSchema> {
  const found = new Set<NamedSchema>()
  // Applications that carry none walk through none of their schemas.
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
