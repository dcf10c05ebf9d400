/**
 * Marks validators that Ajv compiled. Ajv coerces `"1"` to `1`, but a function cannot replace its argument. So these validators also get an object in
 * which they store the coerced value.
 */
import type { Validate } from './validator.ts'

const precompiled = new WeakSet<Validate>()

/** Marks functions of a precompiled module. Functions that Ajv compiled in this process have a `schemaEnv`. */
export function markAjvFunction(validate: Validate): Validate {
  precompiled.add(validate)
  return validate
}

export function isAjvFunction(validate: Validate): boolean {
  return precompiled.has(validate) || validate.schemaEnv !== undefined
}
