/** Encodes and decodes JSON Pointers (RFC 6901) in URL fragments, such as `#/paths/~1books`. A step is the text between two slashes. */

/** Decodes percent-encoding first, then `~1` and `~0` (RFC 6901 §6). Invalid percent-encoding is kept. */
export function nameInPointer(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return step
  }
}

export const stepOf = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

/** Names may contain percent signs, so a step without a matching member is tried again without decoding. */
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
