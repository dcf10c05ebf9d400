import { refuse } from './refuse.ts'

/** Adds a default to a schema and to its type. TypeBox's own `default` option does not change the type. */
export function withDefault(schema: object, value: unknown): object {
  if (typeof schema !== 'object' || schema === null) refuse('The first argument of withDefault()', 'a schema', schema)
  return { ...schema, default: value }
}
