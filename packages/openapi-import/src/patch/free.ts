/** Recognizes parts of a patch that do not describe the application. */
import { isPlainObject } from '@espalier/command-kit'
import { type Kind, memberOf } from './kind.ts'

/** Parameters for headers, which OpenAPI ignores (3.1 §4.8.12.2). No application has them. */
const ignored = ['header accept', 'header content-type', 'header authorization']

/** Bodies that OpenAPI ignores (3.1 §4.8.10.1: their meaning is not defined by HTTP). */
const ignoredBody = /\/(?:get|head|trace)\/requestBody$/

/** Interim responses (RFC 9110 §15.2), which no route declares. */
const interim = /\/responses\/1(?:\d\d|XX)$/i

/**
 * Whether a part does not describe the application, so that a patch may add it:
 * - a header, body or response that OpenAPI ignores
 * - a path without operations, unless it declares its parameters
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
