import { isPlainObject } from '../base/plain-object.ts'
import { expandShorthand } from '../schema/shorthand.ts'
import type { RouteDeclaration } from '../tree/route-declaration.ts'
import { withPrefixParams } from './context-params.ts'
import { withRouteDefaults } from './default-schema.ts'

/** Returns the route's `schema` option with the defaults and the prefix parameters of its contexts. */
export function describedSchemaOf(
  route: Pick<RouteDeclaration, 'node' | 'options' | 'methods' | 'url'>
): Readonly<Record<string, unknown>> {
  const { node, options, methods, url } = route
  const given = withRouteDefaults(options.schema, node)
  const schema = isPlainObject(given) ? given : {}
  if (node.params.size === 0) return schema
  const own = schema.params === undefined ? undefined : expandShorthand(schema.params)
  return { ...schema, params: withPrefixParams(own, node.params, { method: methods.join(), url }) }
}
