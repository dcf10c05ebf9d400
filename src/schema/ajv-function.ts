/**
 * Marks validators that Ajv compiled. They write a coerced top-level value back to their second argument. A function without the mark does not, so the
 * handler of an integer could get the text `"1"`.
 */
import type { Validate } from './validator.ts'

const read = new WeakSet<Validate>()

/** Marks a function that was loaded from a precompiled module. Functions that Ajv compiled in this process can be recognized without it. */
export function markAjvFunction(validate: Validate): Validate {
  read.add(validate)
  return validate
}

export function isAjvFunction(validate: Validate): boolean {
  return read.has(validate) || validate.schemaEnv !== undefined
}
