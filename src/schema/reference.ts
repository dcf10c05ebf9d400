/** Finds the `$ref`s of a schema. */

/** Lists every distinct `$ref` in a schema, at any depth. Data under `enum` or `default` counts too: too many is harmless here. */
export function referencesOf(schema: unknown): Set<string> {
  const references = new Set<string>()
  const seen = new Set<object>()
  const pending = [schema]
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    if ('$ref' in value && typeof value.$ref === 'string') references.add(value.$ref)
    pending.push(...Object.values(value))
  }
  return references
}

/** A reference that would end at what every object inherits, by its id or by its pointer, if there is one. */
export function inheritedReferenceOf(schema: unknown): string | undefined {
  return [...referencesOf(schema)].find((one) => idOf(one) in Object.prototype || one.split('/').includes('__proto__'))
}

/** The schema id a reference names, without the fragment; empty for a reference into the schema it stands in. */
export function idOf(reference: string): string {
  const hash = reference.indexOf('#')
  return hash === -1 ? reference : reference.slice(0, hash)
}
