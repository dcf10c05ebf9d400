/** Recognizes parts of a patch that may be added although the application does not have them, because they have no effect on requests. */
import { isPlainObject } from '@espalier/command-kit'
import { type Kind, memberOf } from './kind.ts'

/** Keys of header parameters that OpenAPI ignores (3.1 §4.8.12.2), so no application declares them. */
const ignored = ['header accept', 'header content-type', 'header authorization']

/** Matches the places of bodies that OpenAPI ignores, because HTTP does not define their meaning (3.1 §4.8.10.1). */
const ignoredBody = /\/(?:get|head|trace)\/requestBody$/

/** Matches the places of interim responses (RFC 9110 §15.2), which no route declares. */
const interim = /\/responses\/1(?:\d\d|XX)$/i

/**
 * Whether a patch may add a part that the application does not have:
 * - a header, body or response that OpenAPI ignores
 * - a path without operations and without parameters
 * - a path with a fragment, which no request can have (RFC 9110 §7.1)
 */
export function isFree(patch: unknown, kind: Kind, pointer: string): boolean {
  if (kind === 'requestBody') return ignoredBody.test(pointer)
  if (kind === 'parameter') return ignored.some((key) => pointer.endsWith(`/${key}`))
  if (kind === 'response') return interim.test(pointer)
  if (kind === 'pathItem' && pointer.includes('#')) return true
  const names = kind === 'pathItem' && isPlainObject(patch) && !pointer.includes('{') ? Object.keys(patch) : ['get']
  return !names.some((name) => memberOf('pathItem', name)?.isOwned === true)
}
