/** Encodes and decodes JSON Pointers (RFC 6901) in URL fragments, such as `#/paths/~1books`. The text between two slashes is a step. */

/** Returns the name in a step. Percent-encoding is decoded first, then `~1` and `~0` (RFC 6901 §6). Invalid percent-encoding is kept. */
export function nameInPointer(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return step
  }
}

export const stepOf = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

/** Returns the target of a pointer. If a decoded name is missing, the undecoded name is searched, because names may contain percent signs. */
export function pointed(document: unknown, pointer: string): unknown {
  let part = document
  for (const step of pointer.slice(1).split('/')) {
    const name = [nameInPointer(step), step].find(
      (one) => typeof part === 'object' && part !== null && Object.hasOwn(part, one)
    )
    if (name === undefined) return undefined
    part = (part as Record<string, unknown>)[name]
  }
  return part
}
