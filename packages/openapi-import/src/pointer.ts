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
