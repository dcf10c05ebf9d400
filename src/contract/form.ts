/** Texts that stand for what JSON has no values for. A schema says so by a mark, which is no part of its JSON and survives a copy by spread. */

/** The type that a text stands for. */
export type Form = 'date' | 'bigint'

/** Under this a schema says what its texts stand for. */
export const formKey = Symbol.for('espalier.form')

/** Marks a schema of texts. */
export function markForm<Schema extends object>(schema: Schema, form: Form): Schema {
  return Object.assign(schema, { [formKey]: form })
}

/** The pattern of whole numbers of any size. */
export const digits = '^-?\\d+$'
