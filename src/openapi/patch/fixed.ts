/** Members of a part that no patch changes, removes or adds. */
import { insteadOf, isExtension, type Kind } from './kind.ts'
import { keyOf } from './parameter-key.ts'
import { needs } from './whole.ts'

type Members = Readonly<Record<string, unknown>>

/** Removes a member of a part. Parameters of the path stay, because the path has them. */
export function remove(laid: Map<string, unknown>, name: string): void {
  const parameters = name === 'parameters' ? laid.get(name) : []
  const ofPath = Array.isArray(parameters) ? parameters.filter((each) => keyOf(each).startsWith('path ')) : []
  if (ofPath.length > 0) laid.set(name, ofPath)
  else laid.delete(name)
}

/**
 * Tells whether a place holds a part that the rest of the document refers to.
 *
 * @param refused faults as `faultsOf` names them: those that the document has without the part
 */
export function isNeeded(pointer: string, refused: ReadonlySet<string>): boolean {
  const needed = [...refused].map((fault) =>
    fault.replace(/^\$ref #/, '').replace(/^security /, '/components/securitySchemes/')
  )
  return needed.some((part) => part.startsWith(`${pointer}/`))
}

/** Tells an example or a style of a parameter that has content, which is where its examples stand. */
export function isBesideContent(kind: Kind, name: string, patch: Members, laid: ReadonlyMap<string, unknown>): boolean {
  const isField = (kind === 'parameter' || kind === 'header') && insteadOf('content').includes(name)
  return isField && patch[name] !== undefined && (laid.has('content') || patch.content !== undefined)
}

/** Tells a record without entries: extensions are none. */
export const isEmpty = (part: unknown): boolean => Object.keys(Object(part)).every(isExtension)

/** Returns the version of OpenAPI without its last number. */
export const minorOf = (version: unknown): string => String(version).split('.').slice(0, 2).join('.')

/** Tells what no patch changes: what a part is known by, and what it needs. */
export function isFixed(kind: Kind, name: string, value: unknown, over: Members | undefined): boolean {
  const isMissed = (names: string) => names.split('|').every((one) => one === name || over?.[one] === undefined)
  if (value === undefined && needs[kind]?.some((names) => names.split('|').includes(name) && isMissed(names)))
    return true
  if (kind === 'document' && name === 'openapi')
    return !/^\d+\.\d+\.\d+(?:-.+)?$/.test(String(value)) || minorOf(value) !== minorOf(over?.openapi)
  if (kind !== 'parameter' || over === undefined) return false
  if (name === 'name') return keyOf({ ...over, name: value }) !== keyOf(over)
  return name === 'in' || (name === 'required' && over.in === 'path')
}
