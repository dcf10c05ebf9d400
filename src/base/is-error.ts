/**
 * Recognizes errors. `instanceof` alone misses those of another realm (`node:vm`, a bundled runtime): an error that a function returns would count as
 * data. An object that inherits from the `Error.prototype` of any realm is an error. So is every error that the engine made, whatever its prototype is
 * now.
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
