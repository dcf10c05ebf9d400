/**
 * Which validators Ajv wrote. They take a second argument, where a coerced root is written back to: a function that is not known to be Ajv's judges
 * `"1"` as an integer and leaves the text for the handler to find.
 */
import type { Validate } from './validator.ts'

const read = new WeakSet<Validate>()

/** Marks a function that was read from a module: only those that Ajv compiled in this process say themselves whose they are. */
export function markAjvFunction(validate: Validate): Validate {
  read.add(validate)
  return validate
}

export function isAjvFunction(validate: Validate): boolean {
  return read.has(validate) || validate.schemaEnv !== undefined
}
