/** Marks schemas of strings that clients turn into dates or bigints. The mark is a symbol key: copies by spread keep it, and JSON omits it. */

export type Form = 'date' | 'bigint'

export const formKey = Symbol.for('espalier.form')

export function markForm<Schema extends object>(schema: Schema, form: Form): Schema {
  return Object.assign(schema, { [formKey]: form })
}

export const digits = '^-?\\d+$'
