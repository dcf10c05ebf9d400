/** Parameters by place and name: `'query limit'`. Names of headers have no case. */

/** Returns the key of a parameter as a patch has it. */
export function keyOf(parameter: unknown): string {
  const { in: place, name } = Object(parameter) as { readonly in?: unknown; readonly name?: unknown }
  return toKey(`${String(place)} ${String(name)}`)
}

/** Returns the key by which a parameter is known, however a patch writes it. */
export const toKey = (key: string): string => (key.startsWith('header ') ? key.toLowerCase() : key)
