/** Merges the `routeDefaults` of contexts into the `schema` option of a route. */
import { isPlainObject } from '../base/plain-object.ts'
import { joinSchemas } from '../contract/joined-schema.ts'
import { routeDefaultsSeenBy } from '../tree/inherit.ts'
import type { ContextNode } from '../tree/node.ts'

export function withRouteDefaults(schema: unknown, node: ContextNode): unknown {
  const seen = routeDefaultsSeenBy(node)
  if (seen.length === 0 || !(schema === undefined || isPlainObject(schema))) return schema
  return seen.reduceRight((own, around) => joinSchemas(around, own), schema ?? {})
}
