/**
 * What one value of JSON has that another has not, as an overlay of it: an object that says which members are other ones. `undefined` takes a member
 * away, an index stands for the item of a list, and what is a reference on either side is replaced as a whole.
 */
import { isPlainObject } from './plain-object.ts'

type Members = Readonly<Record<string, unknown>>

const isReference = (value: Members) => typeof value.$ref === 'string'

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
