/** Schemas that are attached to their references: `Type.Ref(Note)` of espalier is a `$ref` with its schema under a symbol. */
const carriedKey = Symbol.for('espalier.carried')

/** Returns the schemas attached to the references inside a value, and those attached inside these. */
export function carriedBy(value: unknown): ReadonlySet<object> {
  const found = new Set<object>()
  collect(value, found, new Set())
  return found
}

function collect(value: unknown, found: Set<object>, seen: Set<object>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  const brought: unknown = Reflect.get(value, carriedKey)
  // A schema that is defined after the reference is a function.
  const schema: unknown = typeof brought === 'function' ? brought() : brought
  if (typeof schema === 'object' && schema !== null) {
    found.add(schema)
    collect(schema, found, seen)
  }
  for (const inner of Object.values(value)) collect(inner, found, seen)
}
