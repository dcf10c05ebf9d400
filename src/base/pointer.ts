/** JSON pointers (RFC 6901), also in URL fragments. */

/** Returns the name that a step encodes: percent-encoding is decoded first (RFC 6901 §6). A step that is not valid encoding is returned unchanged. */
export function nameInPointer(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return step
  }
}

/** Returns the step that encodes a name, for pointers outside of URLs. */
export const stepOf = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/**
 * Returns the part of a document at a pointer, along own properties; `undefined` if there is none. Steps may be percent-encoded or not, because
 * fast-json-stringify and Ajv differ.
 */
export function pointedAt(document: unknown, pointer: string): unknown {
  const [first, ...steps] = pointer.split('/')
  let part = first === '' ? document : undefined
  for (const step of steps) {
    const holder: Record<string, unknown> = typeof part === 'object' ? Object(part) : {}
    const name = [step, nameInPointer(step)].find((one) => Object.hasOwn(holder, one))
    part = name === undefined ? undefined : holder[name]
  }
  return part
}
