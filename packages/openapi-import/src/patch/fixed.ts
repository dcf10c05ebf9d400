import type { JsonObject } from '../json.ts'
import { requiredMembers } from './incomplete-part.ts'
import { insteadOf, isExtension, type Kind } from './kind.ts'
import { keyOf } from './parameter-key.ts'

/** Removes a member. Path parameters are kept, because the names in the path need them. */
export function remove(patched: Map<string, unknown>, name: string): void {
  const parameters = name === 'parameters' ? patched.get(name) : []
  const ofPath = Array.isArray(parameters) ? parameters.filter((each) => keyOf(each).startsWith('path ')) : []
  if (ofPath.length > 0) patched.set(name, ofPath)
  else patched.delete(name)
}

/** @param refused names of contradictions (`faultsOf`), such as references that would have no target after the removal */
export function isNeeded(pointer: string, refused: ReadonlySet<string>): boolean {
  const needed = [...refused].map((fault) =>
    fault.replace(/^\$ref #/, '').replace(/^security /, '/components/securitySchemes/')
  )
  return needed.some((part) => part.startsWith(`${pointer}/`))
}

/** Whether the member must not stand beside `content`, as `schema`, `style` and `example` of a parameter or header. */
export function isBesideContent(
  kind: Kind,
  name: string,
  patch: JsonObject,
  patched: ReadonlyMap<string, unknown>
): boolean {
  const isField = (kind === 'parameter' || kind === 'header') && insteadOf('content').includes(name)
  return isField && patch[name] !== undefined && (patched.has('content') || patch.content !== undefined)
}

export const isEmpty = (part: unknown): boolean => Object.keys(Object(part)).every(isExtension)

/** Returns `3.1` for `3.1.1`. */
export const minorOf = (version: unknown): string => String(version).split('.').slice(0, 2).join('.')

/** Whether a patch must not change the member: it is required, or identifies the object, such as the name of a parameter. */
export function isFixed(kind: Kind, name: string, value: unknown, over: JsonObject | undefined): boolean {
  const isMissed = (names: string) => names.split('|').every((one) => one === name || over?.[one] === undefined)
  if (value === undefined && requiredMembers[kind]?.some((names) => names.split('|').includes(name) && isMissed(names)))
    return true
  if (kind === 'document' && name === 'openapi')
    return !/^\d+\.\d+\.\d+(?:-.+)?$/.test(String(value)) || minorOf(value) !== minorOf(over?.openapi)
  if (kind !== 'parameter' || over === undefined) return false
  if (name === 'name') return keyOf({ ...over, name: value }) !== keyOf(over)
  return name === 'in' || (name === 'required' && over.in === 'path')
}
