/** Parts of a patch that say nothing of the application. */
import { isPlainObject } from '../../base/plain-object.ts'
import { type Kind, memberOf } from './kind.ts'

/** Headers that OpenAPI ignores among parameters (3.1 §4.8.12.2), so no application has them. */
const ignored = ['header accept', 'header content-type', 'header authorization']

/** Bodies that OpenAPI ignores (3.1 §4.8.10.1: their meaning is not defined by HTTP). */
const ignoredBody = /\/(?:get|head|trace)\/requestBody$/

/** Answers that come before the one that a handler sends (RFC 9110 §15.2), which no route declares. */
const interim = /\/responses\/1(?:\d\d|XX)$/i

/**
 * Whether a part says nothing about the application, so that a patch may add it:
 * - a header, body or answer that documents ignore
 * - a path without operations, unless it names its parameters
 * - a path with a fragment, which no request has (RFC 9110 §7.1)
 */
export function isFree(patch: unknown, kind: Kind, pointer: string): boolean {
  if (kind === 'requestBody') return ignoredBody.test(pointer)
  if (kind === 'parameter') return ignored.some((key) => pointer.endsWith(`/${key}`))
  if (kind === 'response') return interim.test(pointer)
  if (kind === 'pathItem' && pointer.includes('#')) return true
  const names = kind === 'pathItem' && isPlainObject(patch) && !pointer.includes('{') ? Object.keys(patch) : ['get']
  return !names.some((name) => memberOf('pathItem', name)?.isOwned === true)
}
