/**
 * Marks validators that Ajv compiled. A handler whose body is an integer could get the text `"1"`, because such a validator cannot replace its
 * argument. So it gets a second argument, an object to which it writes the coerced value.
 */
import type { Validate } from './validator.ts'

const precompiled = new WeakSet<Validate>()

/** For functions of a precompiled module. Functions that Ajv compiled in this process have a `schemaEnv`. */
export function markAjvFunction(validate: Validate): Validate {
  precompiled.add(validate)
  return validate
}

export function isAjvFunction(validate: Validate): boolean {
  return precompiled.has(validate) || validate.schemaEnv !== undefined
}
