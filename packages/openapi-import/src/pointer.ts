/** Encodes and decodes the steps of JSON pointers in URL fragments. */

/** Returns the name that a step encodes: percent-encoding is decoded first (RFC 6901 §6). A step that is not valid encoding is returned unchanged. */
export function nameInPointer(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return step
  }
}

/** Returns the step that encodes a name. */
export const stepOf = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

/** Resolves a JSON Pointer (RFC 6901); `undefined` without a target. A step may stand for itself, because names may have percent signs. */
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
