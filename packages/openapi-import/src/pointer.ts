/** Encodes and decodes JSON pointers in URL fragments, such as `#/paths/~1books`. A step is the text between two slashes. */

/** Decodes a step to a name: first percent-encoding, then `~1` and `~0` (RFC 6901 §6). Invalid percent-encoding is not decoded. */
export function nameInPointer(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return step
  }
}

export const stepOf = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

/**
 * Returns the target of a JSON Pointer (RFC 6901), or `undefined`. If a decoded step names no member, the step is tried without decoding, because a
 * name may have percent signs.
 */
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
