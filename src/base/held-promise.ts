/**
 * Promises inside data that is about to become JSON. JSON writes one as `{}`, a text as `[object Promise]`, and one that rejects ends the process: nothing
 * waits for it. So data is looked through before a serializer gets it.
 */
import { types } from 'node:util'
import { isPromiseAndIgnore } from './promise.ts'

/**
 * Tells whether data is a promise or holds one at any depth. Ignores the rejection of each that it finds.
 *
 * @param names of members to read where an object has them from its class, as a serializer that knows its schema does
 */
export function holdsPromise(data: unknown, names: readonly string[] = []): boolean {
  if (!isHolder(data)) return false
  let isFound = false
  // A set is walked while it grows, so added objects are visited too. A circular reference is in it once.
  const all = new Set<object>([data])
  for (const one of all) {
    if (isPromiseAndIgnore(one)) isFound = true
    else for (const member of membersOf(one, names)) if (isHolder(member)) all.add(member)
  }
  return isFound
}

const isHolder = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** Returns what serializers read of an object. */
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

/** Returns what `call` returns; `undefined` where it throws, because a serializer then throws too. */
function attempt<Result>(call: () => Result): Result | undefined {
  try {
    return call()
  } catch {
    return undefined
  }
}
