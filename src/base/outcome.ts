/**
 * The outcome of a user's function: an error, a promise, or another value.
 *
 * `instanceof` alone misses errors of another realm (`node:vm`, a bundled runtime): an error that a function returns would count as data. An object that
 * inherits from the `Error.prototype` of any realm is an error. So is every error that the engine made, whatever its prototype is now.
 *
 * Promises are rejected where a synchronous result is required, such as that of `genReqId`. An unhandled rejection would end the process.
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

/** Every realm's `Error` constructor has the same source text. A class `Error` of the application has another. */
function isErrorConstructor(value: unknown): boolean {
  return typeof value === 'function' && value.name === 'Error' && sourceOf.call(value) === sourceOfError
}

/** Whether a value is an error. A proxy that throws on access is not. */
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

/** Whether a promise is a native one without changes. A replaced `then`, or a replaced `constructor`, could run any code. */
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
    // A value that throws on access is not a promise. Its next reader gets the error.
    return null
  }
}

/** Whether a value is a promise. Ignores its rejection, because the caller refuses it with its own error. */
export function isPromiseAndIgnore(value: unknown): boolean {
  const promise = promiseOf(value)
  promise?.then(undefined, () => {})
  return promise !== null
}
