/** Copies shared schemas, so that later changes of the original object have no effect. */
import { isPlainObject } from '../base/plain-object.ts'
import { unwrapFluent } from './foreign-schema.ts'

/**
 * Copies arrays and plain objects with all own keys, including symbols and non-enumerable keys. Getters become their values. Regular expressions,
 * functions and class instances are kept, not copied.
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
    // `defineProperty`, because assigning `__proto__` would set the prototype.
    Object.defineProperty(copy, key, { value, enumerable, writable: true, configurable: true })
  }
  return copy
}
