/** Steps of JSON pointers in fragments of addresses. */

/** Returns the name that a step stands for: percent signs are read first (RFC 6901 §6). A step that is wrongly encoded stands for itself. */
export function nameInPointer(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return step
  }
}

/** Returns the step that stands for a name. */
export const stepOf = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
