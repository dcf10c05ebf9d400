/**
 * Recognizes errors. `instanceof` alone misses those of another realm (`node:vm`, a bundled runtime): such a value would count as data where a
 * function returns it. An object that inherits from the `Error.prototype` of any realm is an error. So is every error that the engine made, whatever
 * its prototype is now.
 */
import { types } from 'node:util'

const sourceOf = Function.prototype.toString
const sourceOfError = sourceOf.call(Error)

function isErrorOfAnyRealm(value: unknown): value is Error {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false
  return value instanceof Error || types.isNativeError(value) || inheritsFromForeignError(value)
}

function inheritsFromForeignError(value: object): boolean {
  for (let found = Object.getPrototypeOf(value); found !== null; found = Object.getPrototypeOf(found)) {
    if (found === Object.prototype) return false
    if (Object.hasOwn(found, 'constructor') && isErrorConstructor(found.constructor)) return true
  }
  return false
}

/** The constructor of each realm has the same source text, and a class of the application that is called `Error` has another. */
function isErrorConstructor(value: unknown): boolean {
  return typeof value === 'function' && value.name === 'Error' && sourceOf.call(value) === sourceOfError
}

/** Whether a value is an error. A proxy that throws when it is asked is not. */
export function isErrorObject(value: unknown): value is Error {
  try {
    return isErrorOfAnyRealm(value)
  } catch {
    return false
  }
}

/** Whether a returned value is a failure: an error, or a proxy that throws when its prototype is read. */
export function isFailed(value: unknown): boolean {
  try {
    return isErrorOfAnyRealm(value)
  } catch {
    return true
  }
}
