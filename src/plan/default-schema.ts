/** The schema option of a route with the defaults of its context in it, so that stages and plugins that describe routes read both alike. */
import { isPlainObject } from '../base/plain-object.ts'
import { isSchemaOfEndpoint } from '../contract/endpoint.ts'
import { joinSchemas } from '../contract/joined-schema.ts'
import { errors } from '../error/error.ts'
import type { RouteName } from '../schema/route-schema.ts'
import { routeDefaultsSeenBy } from '../tree/inherit.ts'
import type { ContextNode } from '../tree/node.ts'

/** Returns the option itself where no context has defaults. */
export function withRouteDefaults(schema: unknown, node: ContextNode): unknown {
  const seen = routeDefaultsSeenBy(node)
  if (seen.length === 0 || !(schema === undefined || isPlainObject(schema))) return schema
  return seen.reduceRight((own, around) => joinSchemas(around, own), schema ?? {})
}

/**
 * Holds an endpoint to telling its clients what the defaults of its context may answer. One without any response tells that it may be anything.
 *
 * @throws ESP_ERR_ENDPOINT_UNTOLD naming the entry
 */
export function refuseUntold(schema: unknown, node: ContextNode, { method, url }: RouteName): void {
  if (!isSchemaOfEndpoint(schema) || schema.response === undefined) return
  const told = new Set(Object.keys(schema.response).map((key) => key.toLowerCase()))
  const around = routeDefaultsSeenBy(node).flatMap(({ response = {} }) => Object.keys(response))
  const isTold = (key: string) => told.has(key) || told.has(`${key[0]}xx`) || told.has('default')
  const untold = around.find((key) => !isTold(key.toLowerCase()))
  if (untold !== undefined) throw new errors.ESP_ERR_ENDPOINT_UNTOLD(untold, method, url)
}
