/** Marks schemas of strings that represent dates or bigints. The mark is a symbol key: a copy by spread keeps it, and JSON does not contain it. */

export type Form = 'date' | 'bigint'

export const formKey = Symbol.for('espalier.form')

export function markForm<Schema extends object>(schema: Schema, form: Form): Schema {
  return Object.assign(schema, { [formKey]: form })
}

/** Matches an integer of any size. */
export const digits = '^-?\\d+$'
