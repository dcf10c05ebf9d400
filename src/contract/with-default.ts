import { refuse } from './refuse.ts'

/** Needed because TypeBox's own option `default` does not change the type of a schema. */
export function withDefault(schema: object, value: unknown): object {
  if (typeof schema !== 'object' || schema === null) refuse('The first argument of withDefault()', 'a schema', schema)
  return { ...schema, default: value }
}
