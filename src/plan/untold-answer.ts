/** Checks that an endpoint declares every response that its context can send: clients are generated from the declaration. */
import { isSchemaOfEndpoint } from '../contract/endpoint.ts'
import { errors } from '../error/error.ts'
import type { RouteName } from '../schema/route-schema.ts'
import { guardStages } from '../tree/hook.ts'
import { descriptionOf, type HookDescription } from '../tree/hook-description.ts'
import { hooksSeenBy, routeDefaultsSeenBy } from '../tree/inherit.ts'
import { ownHooksOf, type PlanSource } from './plan-source.ts'

/** The descriptions of the hooks before the handler of a route, in the order in which they run. */
export function guardsOf({ node, options }: Pick<PlanSource, 'node' | 'options'>): HookDescription[] {
  return guardStages
    .flatMap((stage) => [...hooksSeenBy(node, stage).map(({ fn }) => fn), ...ownHooksOf(options, stage)])
    .flatMap((hook) => descriptionOf(hook) ?? [])
}

/**
 * Checks that an endpoint declares the default responses of its context and the documented responses of its guards. An endpoint without responses may
 * send anything.
 *
 * @throws ESP_ERR_ENDPOINT_RESPONSE_UNDECLARED with the missing entry
 */
export function refuseUntold(source: Pick<PlanSource, 'node' | 'options'>, { method, url }: RouteName): void {
  const { schema } = source.options
  if (!isSchemaOfEndpoint(schema) || schema.response === undefined) return
  const told = new Set(Object.keys(schema.response).map((key) => key.toLowerCase()))
  const refuse = (who: string, keys: readonly string[]) => {
    const untold = keys.find((key) => !(told.has(key.toLowerCase()) || told.has(`${key[0]}xx`) || told.has('default')))
    if (untold !== undefined) throw new errors.ESP_ERR_ENDPOINT_RESPONSE_UNDECLARED(who, untold, method, url)
  }
  for (const { response = {} } of routeDefaultsSeenBy(source.node))
    refuse('The routeDefaults of a context', Object.keys(response))
  for (const { isTold, response = {}, errors: thrown = [] } of guardsOf(source))
    if (isTold) refuse('A guard with documented()', [...thrown.map(String), ...Object.keys(response)])
}
