/**
 * Marks validators that Ajv compiled. Only these get a second argument, an object to which they write a coerced top-level value. Without the object,
 * a handler whose body is an integer could get the text `"1"`.
 */
import type { Validate } from './validator.ts'

const read = new WeakSet<Validate>()

/** Marks a function from a precompiled module as one of Ajv. Functions that Ajv compiled in this process need no mark: they have a `schemaEnv`. */
export function markAjvFunction(validate: Validate): Validate {
  read.add(validate)
  return validate
}

export function isAjvFunction(validate: Validate): boolean {
  return read.has(validate) || validate.schemaEnv !== undefined
}
