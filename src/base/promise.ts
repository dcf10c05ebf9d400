/**
 * Promises where none is taken. Some functions of an application are asked for a result at once, such as `genReqId`; an `async` one returns a
 * promise whose rejection nobody would wait for, and that ends a process.
 */
import { types } from 'node:util'
import { isErrorObject } from './is-error.ts'

/** Whether a promise is as the language made it: its own `then`, or what the `then` of all promises reads, may do anything. */
const isPlain = (value: object, then: unknown): value is Promise<unknown> =>
  then === Promise.prototype.then && types.isPromise(value) && value.constructor === Promise

/**
 * The promise in what a user's function returned, `null` if there is none. A thenable that is no plain promise becomes one, because its `then` may
 * throw, call back at once, or twice. An error is not a promise, whatever members it has: its `then` could turn the failure into a success.
 */
export function promiseOf(value: unknown): Promise<unknown> | null {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return null
  try {
    const { then } = value as { then?: unknown }
    if (typeof then !== 'function') return null
    if (isPlain(value, then)) return value
    return isErrorObject(value) ? null : new Promise((resolve) => resolve(value))
  } catch {
    // A value that cannot be read is no promise; whoever uses it will find out.
    return null
  }
}

/** Tells whether a value is a promise, which then may reject unheard: it is refused where it came. */
export function isPromiseAndIgnore(value: unknown): boolean {
  const promise = promiseOf(value)
  promise?.then(undefined, () => {})
  return promise !== null
}
