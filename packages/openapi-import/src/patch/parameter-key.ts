/** Returns the key that identifies a parameter: its `in` and its name, such as `query limit`. Header names are case-insensitive. */

export function keyOf(parameter: unknown): string {
  const { in: place, name } = Object(parameter) as { readonly in?: unknown; readonly name?: unknown }
  return toKey(`${String(place)} ${String(name)}`)
}

export const toKey = (key: string): string => (key.startsWith('header ') ? key.toLowerCase() : key)
