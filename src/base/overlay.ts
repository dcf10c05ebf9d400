/**
 * What one value of JSON has that another has not, as an overlay of it: an object that says which members are other ones. `undefined` takes a member
 * away, an index stands for the item of a list, and what is a reference on either side is replaced as a whole.
 */
import { isPlainObject } from './plain-object.ts'

type Members = Readonly<Record<string, unknown>>

/** Returns what must be laid over `given` to make it `wanted`; nothing where they are the same. */
export function overlayOf(wanted: unknown, given: unknown): { readonly overlay: unknown } | undefined {
  if (Array.isArray(wanted) && Array.isArray(given) && wanted.length === given.length)
    return ofMembers({ ...wanted }, { ...given })
  if (isPlainObject(wanted) && isPlainObject(given) && !isReference(wanted) && !isReference(given))
    return ofMembers(wanted, given)
  return isSame(wanted, given) ? undefined : { overlay: wanted }
}

function ofMembers(wanted: Members, given: Members): { readonly overlay: unknown } | undefined {
  const changed = Object.entries(wanted).flatMap(([name, value]): [string, unknown][] => {
    if (!Object.hasOwn(given, name)) return [[name, value]]
    const found = overlayOf(value, given[name])
    return found === undefined ? [] : [[name, found.overlay]]
  })
  const gone = Object.keys(given).filter((name) => !Object.hasOwn(wanted, name))
  if (changed.length === 0 && gone.length === 0) return undefined
  return { overlay: Object.fromEntries([...changed, ...gone.map((name) => [name, undefined] as const)]) }
}

const isReference = (value: Members) => typeof value.$ref === 'string'

function isSame(one: unknown, other: unknown): boolean {
  if (!isPlainObject(one) || !isPlainObject(other)) return JSON.stringify(one) === JSON.stringify(other)
  return ofMembers(one, other) === undefined
}

/** Returns a value with an overlay laid over it. Lists of parameters are laid over by place and name: `'query limit'`. */
export function lay(overlay: unknown, over: unknown): unknown {
  if (!isPlainObject(overlay) || isReference(overlay)) return overlay
  if (Array.isArray(over)) return layOverList(overlay, over)
  if (!isPlainObject(over) || isReference(over)) return withoutMarks(overlay)
  const laid = new Map(Object.entries(over))
  for (const [name, value] of Object.entries(overlay)) {
    if (value === undefined) laid.delete(name)
    else laid.set(name, laid.has(name) ? lay(value, laid.get(name)) : made(name, value))
  }
  return Object.fromEntries(laid)
}

function layOverList(overlay: Members, list: readonly unknown[]): unknown[] {
  const laid = new Map(list.map((item, at) => [Object.hasOwn(overlay, keyOf(item)) ? keyOf(item) : String(at), item]))
  for (const [key, value] of Object.entries(overlay)) {
    if (value === undefined) laid.delete(key)
    else laid.set(key, laid.has(key) ? lay(value, laid.get(key)) : value)
  }
  return [...laid.values()]
}

function keyOf(item: unknown): string {
  if (!isPlainObject(item)) return ''
  const name = String(item.name)
  return `${String(item.in)} ${item.in === 'header' ? name.toLowerCase() : name}`
}

/** What was not there at all; parameters that are called by place and name are a list. */
function made(name: string, value: unknown): unknown {
  const isList = name === 'parameters' && isPlainObject(value) && Object.keys(value).every((key) => placed.test(key))
  return isList ? Object.values(value) : withoutMarks(value)
}

const placed = /^(?:query|querystring|path|header|cookie) /

const withoutMarks = (value: unknown): unknown =>
  isPlainObject(value) ? Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) : value
