/** The symbol under which `Type.Ref(Note)` of espalier stores `Note`. */
const attachedSchemaKey = Symbol.for('espalier.carried')

export function attachedSchemas(value: unknown): ReadonlySet<object> {
  const found = new Set<object>()
  collect(value, found, new Set())
  return found
}

function collect(value: unknown, found: Set<object>, seen: Set<object>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  const attached: unknown = Reflect.get(value, attachedSchemaKey)
  // `Type.Ref('Note', () => Note)` stores a function, because `Note` may be defined later.
  const schema: unknown = typeof attached === 'function' ? attached() : attached
  if (typeof schema === 'object' && schema !== null) {
    found.add(schema)
    collect(schema, found, seen)
  }
  for (const inner of Object.values(value)) collect(inner, found, seen)
}
