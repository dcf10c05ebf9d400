/**
 * Rejects promises where a synchronous result is required, such as that of `genReqId`. An `async` function there returns a promise, and its unhandled
 * rejection would end the process.
 */
import { types } from 'node:util'
import { isErrorObject } from './is-error.ts'

/** Whether a promise is as the language made it: its own `then`, or what the `then` of all promises reads, may do anything. */
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
    // A value that cannot be read is not a promise. Its next reader gets the error.
    return null
  }
}

/** Tells whether a value is a promise, which then may reject unheard: it is refused where it came. */
export function isPromiseAndIgnore(value: unknown): boolean {
  const promise = promiseOf(value)
  promise?.then(undefined, () => {})
  return promise !== null
}
