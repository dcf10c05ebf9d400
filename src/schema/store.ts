/** Keeps a shared schema safe from later changes to the object it was declared with. */
import { isPlainObject } from '../base/plain-object.ts'
import { unwrapFluent } from './foreign-schema.ts'

/**
 * Copies a schema deeply: arrays and plain objects with all their own keys, symbols and hidden keys included, getters as the
 * values they return. Regular expressions, functions and instances of other classes stay shared; fluent schemas are unwrapped.
 */
export function cloneSchema<Schema>(schema: Schema): Schema {
  return cloneValue(unwrapFluent(schema), new Map()) as Schema
}

type Copies = Map<object, object>

function cloneValue(value: unknown, copies: Copies): unknown {
  if (!Array.isArray(value) && !isPlainObject(value)) return value
  return copies.get(value) ?? (Array.isArray(value) ? cloneArray(value, copies) : cloneObject(value, copies))
}

function cloneArray(array: unknown[], copies: Copies): unknown[] {
  const copy: unknown[] = []
  copies.set(array, copy)
  for (const item of array) copy.push(cloneValue(item, copies))
  return copy
}

function cloneObject(object: Record<PropertyKey, unknown>, copies: Copies): object {
  const copy: object = Object.create(Object.getPrototypeOf(object))
  copies.set(object, copy)
  for (const key of Reflect.ownKeys(object)) {
    const value = cloneValue(object[key], copies)
    const enumerable = Object.prototype.propertyIsEnumerable.call(object, key)
    // Defined, not assigned: a property named `__proto__` stays a property.
    Object.defineProperty(copy, key, { value, enumerable, writable: true, configurable: true })
  }
  return copy
}
