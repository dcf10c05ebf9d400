/**
 * Marks validators that Ajv compiled. They write a coerced root back to their second argument. A function without the mark does not: it accepts `"1"`
 * as an integer and leaves the text to the handler.
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
