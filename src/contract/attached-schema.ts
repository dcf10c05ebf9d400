/**
 * Lets references carry their schema: `Type.Ref(Book)` is a `$ref` that also holds the schema `Book`. The app registers the schema where a route uses
 * the reference, so the application need not call `addSchema`.
 */

export const attachedSchemaKey = Symbol.for('espalier.carried')

export interface NamedSchema {
  readonly $id: string
}

export const isNamed = (value: unknown): value is NamedSchema =>
  typeof value === 'object' && value !== null && typeof (value as Partial<NamedSchema>).$id === 'string'

let isAnyAttached = false

type Later = NamedSchema | (() => NamedSchema)

/** The key is a symbol: TypeBox keeps symbols when it copies a reference by spread, and JSON omits them. */
export function attachSchema<Reference extends object>(reference: Reference, schema: Later): Reference {
  isAnyAttached = true
  return Object.assign(reference, { [attachedSchemaKey]: schema })
}

/** Lists the schemas that references in `value` carry, including those inside other carried schemas. */
export function attachedSchemasIn(value: unknown): ReadonlySet<NamedSchema> {
  const found = new Set<NamedSchema>()
  if (isAnyAttached) collect(value, found, new Set())
  return found
}

function collect(value: unknown, found: Set<NamedSchema>, seen: Set<object>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  const attached = (value as { [attachedSchemaKey]?: Later })[attachedSchemaKey]
  const schema = typeof attached === 'function' ? attached() : attached
  if (schema !== undefined) {
    found.add(schema)
    collect(schema, found, seen)
  }
  for (const inner of Object.values(value)) collect(inner, found, seen)
}
