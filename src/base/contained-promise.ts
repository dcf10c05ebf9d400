/** Finds promises in data before it is serialized. JSON would contain `{}` for a promise, and an unhandled rejection would end the process. */
import { types } from 'node:util'
import { swallowIfPromise } from './outcome.ts'

/**
 * Rejections of the found promises are ignored.
 *
 * @param names properties that a schema declares. Serializers read them even if an object inherits them, so they are searched, too
 */
export function containsPromise(data: unknown, names: readonly string[] = []): boolean {
  if (!isHolder(data)) return false
  let isFound = false
  // A set may be iterated while it grows, so added objects are visited too. A set holds an object only once, so a circular reference ends.
  const all = new Set<object>([data])
  for (const one of all) {
    const isPromise = swallowIfPromise(one)
    isFound ||= isPromise
    // A promise is not searched, because it may refer to much data, as a database query refers to its client. An object literal with a `then` is
    // searched.
    if (!isPromise || isLiteral(one)) for (const member of membersOf(one, names)) if (isHolder(member)) all.add(member)
  }
  return isFound
}

const isHolder = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

const isLiteral = (holder: object) => attempt(() => Object.getPrototypeOf(holder)) === Object.prototype

function membersOf(holder: object, names: readonly string[]): readonly unknown[] {
  if (ArrayBuffer.isView(holder)) return []
  const read = (name: string) => attempt(() => (holder as Record<string, unknown>)[name])
  const toJSON = read('toJSON')
  if (typeof toJSON === 'function') return [attempt(() => toJSON.call(holder, ''))]
  if (Array.isArray(holder) || types.isSet(holder)) return attempt(() => [...holder]) ?? []
  if (types.isMap(holder)) return attempt(() => [...holder.values()]) ?? []
  const keys = attempt(() => Object.keys(holder)) ?? []
  const inherited = isLiteral(holder) ? [] : names
  return [toJSON, ...[...keys, ...inherited].map(read)]
}

/** An exception is not lost: the serializer reads the same property later and reports the exception. */
function attempt<Result>(call: () => Result): Result | undefined {
  try {
    return call()
  } catch {
    return undefined
  }
}
