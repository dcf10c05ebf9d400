/** Keeps a shared schema safe from later changes to the object it was declared with. */
import { unwrapFluent } from './foreign-schema.ts'
import { isPlainObject } from './plain-object.ts'

/**
 * Copies a schema deeply: arrays and plain objects with all their own keys, symbols and hidden keys included, getters as the
 * values they answer. Regular expressions, functions and instances of other classes stay shared; fluent schemas are unwrapped.
 */
export function cloneSchema<Schema>(schema: Schema): Schema {
  return cloneValue(unwrapFluent(schema), new Map()) as Schema
}

function cloneValue(value: unknown, copies: Map<object, unknown>): unknown {
  if (!Array.isArray(value) && !isPlainObject(value)) return value
  const known = copies.get(value)
  if (known !== undefined) return known

  const copy: object = Array.isArray(value) ? [] : Object.create(Object.getPrototypeOf(value))
  copies.set(value, copy)
  const source: Record<PropertyKey, unknown> = value as never
  for (const key of Reflect.ownKeys(source)) {
    // Defined, not assigned: a property named `__proto__` stays a property.
    Object.defineProperty(copy, key, {
      value: cloneValue(source[key], copies),
      enumerable: Object.prototype.propertyIsEnumerable.call(source, key),
      writable: true,
      configurable: true
    })
  }
  return copy
}
