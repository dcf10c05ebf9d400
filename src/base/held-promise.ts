/**
 * Finds promises in data that is about to become JSON. JSON writes a promise as `{}`, and a string as `[object Promise]`. A rejected one would end the
 * process, because nothing handles it. So data is searched before serialization.
 */
import { types } from 'node:util'
import { isPromiseAndIgnore } from './outcome.ts'

/**
 * Whether data is a promise or contains one at any depth. Ignores the rejection of each one.
 *
 * @param names of members that are read even if the object inherits them from its class, as a serializer with a schema does
 */
export function holdsPromise(data: unknown, names: readonly string[] = []): boolean {
  if (!isHolder(data)) return false
  let isFound = false
  // A set may be iterated while it grows, so added objects are visited too. A circular reference is added once.
  const all = new Set<object>([data])
  for (const one of all) {
    if (isPromiseAndIgnore(one)) isFound = true
    else for (const member of membersOf(one, names)) if (isHolder(member)) all.add(member)
  }
  return isFound
}

const isHolder = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** Returns the members of an object that serializers read. */
function membersOf(holder: object, names: readonly string[]): readonly unknown[] {
  if (ArrayBuffer.isView(holder)) return []
  const read = (name: string) => attempt(() => (holder as Record<string, unknown>)[name])
  const toJSON = read('toJSON')
  if (typeof toJSON === 'function') return [attempt(() => toJSON.call(holder, ''))]
  if (Array.isArray(holder) || types.isSet(holder)) return attempt(() => [...holder]) ?? []
  if (types.isMap(holder)) return attempt(() => [...holder.values()]) ?? []
  const keys = attempt(() => Object.keys(holder)) ?? []
  const inherited = attempt(() => Object.getPrototypeOf(holder)) === Object.prototype ? [] : names
  return [toJSON, ...[...keys, ...inherited].map(read)]
}

/** Returns the result of `call`; `undefined` if it throws, because the serializer will throw, too. */
function attempt<Result>(call: () => Result): Result | undefined {
  try {
    return call()
  } catch {
    return undefined
  }
}
