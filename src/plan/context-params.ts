/** Merges the schemas of prefix parameters into the params schemas of the prefix's routes, so that one validation covers all parameters. */
import { isDeepStrictEqual } from 'node:util'
import { isPlainObject } from '../base/plain-object.ts'
import { checkArgument } from '../error/argument.ts'
import type { RouteName } from '../schema/route-schema.ts'
import { expandShorthand } from '../schema/shorthand.ts'
import { type PrefixParams, refuseOther } from '../tree/prefix-params.ts'

/**
 * @param own the normalized params schema of the route, if any
 * @throws ESP_ERR_SCH_PARAM_CONFLICT when the route declares a parameter of a prefix differently
 * @throws ESP_ERR_ARGUMENT_INVALID when `own` is not a JSON Schema of an object
 */
export function withPrefixParams(own: unknown, params: PrefixParams, { method, url }: RouteName): unknown {
  if (params.size === 0) return own
  const fields = Object.fromEntries([...params].map(([name, { schema }]) => [name, schema]))
  const around = expandShorthand(fields) as ObjectSchema
  if (own === undefined) return around
  const right = 'JSON Schema of an object, because a prefix has parameters with schemas'
  const what = `The params schema of ${method} ${url}`
  checkArgument(isPlainObject(own) && isOfObject(own), what, right, own)
  const { properties, required = [] } = own as Partial<ObjectSchema>
  // With `compile: 'lazy'` this runs at boot and again at the first request. The second time, `own` is already merged.
  if (properties === undefined) return isAround(own.allOf, around) ? own : { allOf: [own, around] }
  for (const [name, schema] of Object.entries(properties)) refuseOther(params, name, schema, `${method} ${url}`)
  return {
    ...own,
    properties: { ...around.properties, ...properties },
    required: [...new Set([...(around.required ?? []), ...required])]
  }
}

const isOfObject = (own: object) =>
  '$ref' in own || 'allOf' in own || ('properties' in own && isPlainObject(own.properties))

const isAround = (parts: unknown, around: object) => Array.isArray(parts) && isDeepStrictEqual(parts.at(-1), around)

interface ObjectSchema {
  readonly properties: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
}
