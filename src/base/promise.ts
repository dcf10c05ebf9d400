/**
 * Rejects promises where a synchronous result is required, such as that of `genReqId`. An `async` function there returns a promise, and its unhandled
 * rejection would end the process.
 */
import { types } from 'node:util'
import { isErrorObject } from './is-error.ts'

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
