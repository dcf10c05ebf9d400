/** Identifies parameters by place and name: `'query limit'`. Names of headers are case-insensitive. */

/** Returns the key of a parameter as the patch writes it. */
export function keyOf(parameter: unknown): string {
  const { in: place, name } = Object(parameter) as { readonly in?: unknown; readonly name?: unknown }
  return toKey(`${String(place)} ${String(name)}`)
}

/** Returns the key of a parameter in canonical form: the key of a header is in lower case. */
export const toKey = (key: string): string => (key.startsWith('header ') ? key.toLowerCase() : key)
