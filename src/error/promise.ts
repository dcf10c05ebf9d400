/**
 * Promises where none is taken. Some functions of an application are asked and answer at once, such as `genReqId`; an `async` one answers with a
 * promise whose rejection nobody would wait for, and that ends a process.
 */
import { errors } from './error.ts'

/**
 * The promise in what a user's function returned, `null` if there is none. A thenable that is no promise becomes one, because its `then` may
 * throw, call back at once, or twice.
 */
export function promiseOf(value: unknown): Promise<unknown> | null {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return null
  try {
    if (value instanceof Promise) return value
    return typeof (value as { then?: unknown }).then === 'function' ? Promise.resolve(value) : null
  } catch {
    // A value that cannot be read is no promise; whoever uses it will find out.
    return null
  }
}

/** Tells whether a value is a promise, which then may reject unheard: it is refused where it came. */
export function forsake(value: unknown): boolean {
  const promise = promiseOf(value)
  promise?.then(undefined, () => {})
  return promise !== null
}

/** Answers what a function returned, which is no promise. @throws ESP_ERR_PROMISE_RETURNED when it is one. */
export function atOnce<T>(value: T, name: string): T {
  if (!forsake(value)) return value
  throw new errors.ESP_ERR_PROMISE_RETURNED(name)
}
