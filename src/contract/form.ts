/**
 * Strings that represent values which JSON lacks. A schema is marked for that by a symbol key, which survives a copy by spread and is not written to
 * JSON.
 */

/** The type that a string represents. */
export type Form = 'date' | 'bigint'

/** The symbol under which a schema is marked. */
export const formKey = Symbol.for('espalier.form')

/** Marks a schema of strings. */
export function markForm<Schema extends object>(schema: Schema, form: Form): Schema {
  return Object.assign(schema, { [formKey]: form })
}

/** The pattern of integers of any size. */
export const digits = '^-?\\d+$'
