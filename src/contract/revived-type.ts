/** Marks schemas of strings that clients turn into dates or bigints. The mark is a symbol key, so copies by spread keep it, and JSON omits it. */

export type RevivedType = 'date' | 'bigint'

export const revivedTypeKey = Symbol.for('espalier.form')

export function markRevivedType<Schema extends object>(schema: Schema, type: RevivedType): Schema {
  return Object.assign(schema, { [revivedTypeKey]: type })
}

export const digits = '^-?\\d+$'
