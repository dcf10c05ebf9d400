import { isSchemaOfEndpoint } from '../contract/endpoint.ts'
import { errors } from '../error/error.ts'
import type { RouteName } from '../schema/route-schema.ts'
import { guardStages } from '../tree/hook.ts'
import { descriptionOf, type HookDescription } from '../tree/hook-description.ts'
import { hooksSeenBy, routeDefaultsSeenBy } from '../tree/inherit.ts'
import { ownHooksOf, type PlanSource } from './plan-source.ts'

export function guardsOf({ node, options }: Pick<PlanSource, 'node' | 'options'>): HookDescription[] {
  return guardStages
    .flatMap((stage) => [...hooksSeenBy(node, stage).map(({ fn }) => fn), ...ownHooksOf(options, stage)])
    .flatMap((hook) => descriptionOf(hook) ?? [])
}

/**
 * Clients rely on the responses that an endpoint declares. So it must declare the default responses of its contexts and the documented responses of
 * its guards, which are hooks that may respond. An endpoint without responses may send any response.
 */
export function refuseUndeclaredResponses(
  source: Pick<PlanSource, 'node' | 'options'>,
  { method, url }: RouteName
): void {
  const { schema } = source.options
  if (!isSchemaOfEndpoint(schema) || schema.response === undefined) return
  const declared = new Set(Object.keys(schema.response).map((key) => key.toLowerCase()))
  const isDeclared = (key: string) =>
    declared.has(key.toLowerCase()) || declared.has(`${key[0]}xx`) || declared.has('default')
  const refuse = (who: string, keys: readonly string[]) => {
    const missing = keys.find((key) => !isDeclared(key))
    if (missing !== undefined) throw new errors.ESP_ERR_ENDPOINT_RESPONSE_UNDECLARED(who, missing, method, url)
  }
  for (const { response = {} } of routeDefaultsSeenBy(source.node))
    refuse('The routeDefaults of a context', Object.keys(response))
  for (const { isDocumented, response = {}, errors: thrown = [] } of guardsOf(source))
    if (isDocumented) refuse('A guard with documented()', [...thrown.map(String), ...Object.keys(response)])
}
