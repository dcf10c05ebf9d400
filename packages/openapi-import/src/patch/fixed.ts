/** Decides which members of a part a patch may not change, remove or add. */
import { insteadOf, isExtension, type Kind } from './kind.ts'
import { keyOf } from './parameter-key.ts'
import { needs } from './whole.ts'

type Members = Readonly<Record<string, unknown>>

/** Removes a member of a part. If the member is `parameters`, the path parameters are kept, because the path itself names them. */
export function remove(laid: Map<string, unknown>, name: string): void {
  const parameters = name === 'parameters' ? laid.get(name) : []
  const ofPath = Array.isArray(parameters) ? parameters.filter((each) => keyOf(each).startsWith('path ')) : []
  if (ofPath.length > 0) laid.set(name, ofPath)
  else laid.delete(name)
}

/**
 * Whether other parts of the document refer to the part at a place, so that it must not be removed.
 *
 * @param refused the references (`faultsOf`) that would have no target after the removal
 */
export function isNeeded(pointer: string, refused: ReadonlySet<string>): boolean {
  const needed = [...refused].map((fault) =>
    fault.replace(/^\$ref #/, '').replace(/^security /, '/components/securitySchemes/')
  )
  return needed.some((part) => part.startsWith(`${pointer}/`))
}

/** Whether a member, such as `schema`, `style` or `example`, must not be in a parameter or header that has `content`. */
export function isBesideContent(kind: Kind, name: string, patch: Members, laid: ReadonlyMap<string, unknown>): boolean {
  const isField = (kind === 'parameter' || kind === 'header') && insteadOf('content').includes(name)
  return isField && patch[name] !== undefined && (laid.has('content') || patch.content !== undefined)
}

/** Whether a record has no entries except extensions. */
export const isEmpty = (part: unknown): boolean => Object.keys(Object(part)).every(isExtension)

/** Returns the first two numbers of a version: `3.1` of `3.1.1`. */
export const minorOf = (version: unknown): string => String(version).split('.').slice(0, 2).join('.')

/** Whether a patch may not change a member: the member is required, or identifies the part, as the name of a parameter does. */
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
