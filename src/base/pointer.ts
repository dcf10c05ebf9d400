/** JSON pointers (RFC 6901), also in URL fragments. A step is the text between two slashes: `/paths/~1books` has the steps `paths` and `~1books`. */

/** Returns the member name of a step: `/books` for `~1books`. Percent-encoding is decoded first (RFC 6901 §6). Invalid encoding is left unchanged. */
export function nameInPointer(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return step
  }
}

/** Returns the step for a member name, without percent-encoding: `~1books` for `/books`. */
export const stepOf = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Only own properties are read. A step matches with and without percent-encoding: Ajv decodes steps, fast-json-stringify does not. */
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
