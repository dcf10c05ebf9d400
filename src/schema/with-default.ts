import { inspect } from 'node:util'
import { errors } from '../error/error.ts'

/** Gives a schema a default that its type knows. TypeBox's own `default` option leaves the type as it is. */
export function withDefault(schema: object, value: unknown): object {
  if (typeof schema !== 'object' || schema === null)
    throw new errors.ESP_ERR_ARGUMENT_INVALID('What withDefault() takes first', 'a schema', inspect(schema))
  return { ...schema, default: value }
}
