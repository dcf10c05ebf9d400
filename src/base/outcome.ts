/**
 * `instanceof Error` misses errors of another realm (`node:vm`, a bundled runtime). If a handler returned such an error, it would be sent as data. So
 * an object that inherits from the `Error.prototype` of any realm is an error. So is every native error, even if its prototype was replaced.
 */
import { types } from 'node:util'

const sourceOf = Function.prototype.toString
const sourceOfError = sourceOf.call(Error)

function isErrorOfAnyRealm(value: unknown): value is Error {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false
  if (value instanceof Error || types.isNativeError(value)) return true
  for (let found = Object.getPrototypeOf(value); found !== null; found = Object.getPrototypeOf(found)) {
    if (found === Object.prototype) return false
    if (Object.hasOwn(found, 'constructor') && isErrorConstructor(found.constructor)) return true
  }
  return false
}

/** Recognizes the `Error` constructor of any realm: all of them have this source text. An application's own class `Error` has another text. */
function isErrorConstructor(value: unknown): boolean {
  return typeof value === 'function' && value.name === 'Error' && sourceOf.call(value) === sourceOfError
}

/** Whether a value is an error. A proxy that throws on access is not an error. */
export function isErrorObject(value: unknown): value is Error {
  try {
    return isErrorOfAnyRealm(value)
  } catch {
    return false
  }
}

/** Whether a returned value is a failure: an error, or a proxy that throws on access to its prototype. */
export function isFailed(value: unknown): boolean {
  try {
    return isErrorOfAnyRealm(value)
  } catch {
    return true
  }
}

/** Whether a promise is native and unchanged. Awaiting a promise whose `then` or `constructor` was replaced could run any code. */
const isPlain = (value: object, then: unknown): value is Promise<unknown> =>
  then === Promise.prototype.then && types.isPromise(value) && value.constructor === Promise

/**
 * Returns the promise in the result of a user's function, or `null`. A thenable that is not a plain promise is wrapped in one, because its `then` may
 * throw, or call back at once or twice. An error is not a promise, whatever members it has: its `then` could turn the failure into a success.
 */
export function promiseOf(value: unknown): Promise<unknown> | null {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return null
  try {
    const { then } = value as { then?: unknown }
    if (typeof then !== 'function') return null
    if (isPlain(value, then)) return value
    return isErrorObject(value) ? null : new Promise((resolve) => resolve(value))
  } catch {
    // A value that throws on access is not a promise. The code that reads it next gets the error.
    return null
  }
}

/** Whether a value is a promise. Its rejection is ignored, because the caller reports its own error about the promise. */
export function swallowIfPromise(value: unknown): boolean {
  const promise = promiseOf(value)
  promise?.then(undefined, () => {})
  return promise !== null
}
