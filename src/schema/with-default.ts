/** Gives a schema a default that its type knows. TypeBox's own `default` option leaves the type as it is. */
export function withDefault(schema: object, value: unknown): object {
  return { ...schema, default: value }
}
