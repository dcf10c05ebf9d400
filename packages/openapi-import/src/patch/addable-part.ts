/** Objects without an effect on requests. A patch may add them even if the application does not have them. */
import { isPlainObject } from '@espalier/command-kit'
import { type Kind, memberOf } from './kind.ts'

/** OpenAPI ignores these parameters (3.1 §4.8.12.2), so no application declares them. */
const ignored = ['header accept', 'header content-type', 'header authorization']

/** HTTP does not define the meaning of these bodies, so OpenAPI ignores them (3.1 §4.8.10.1). */
const ignoredBody = /\/(?:get|head|trace)\/requestBody$/

/** Interim responses (RFC 9110 §15.2), which no route declares. */
const interim = /\/responses\/1(?:\d\d|XX)$/i

/**
 * Whether a patch may add an object. A path without operations and parameters may be added. So may a path with a fragment, which no request contains
 * (RFC 9110 §7.1).
 */
export function mayAdd(patch: unknown, kind: Kind, pointer: string): boolean {
  if (kind === 'requestBody') return ignoredBody.test(pointer)
  if (kind === 'parameter') return ignored.some((key) => pointer.endsWith(`/${key}`))
  if (kind === 'response') return interim.test(pointer)
  if (kind === 'pathItem' && pointer.includes('#')) return true
  const names = kind === 'pathItem' && isPlainObject(patch) && !pointer.includes('{') ? Object.keys(patch) : ['get']
  return !names.some((name) => memberOf('pathItem', name)?.isOwned === true)
}
