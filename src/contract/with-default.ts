import { refuse } from './refuse.ts'

/** Gives a schema a default that its type knows. TypeBox's own `default` option leaves the type as it is. */
export function withDefault(schema: object, value: unknown): object {
  if (typeof schema !== 'object' || schema === null) refuse('The first argument of withDefault()', 'a schema', schema)
  return { ...schema, default: value }
}
