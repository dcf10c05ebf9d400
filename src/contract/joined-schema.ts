/** Joins the schema options of a route and of its surroundings: the route's context, or the endpoint's group. */

/** A schema option of a route, such as `{ params, response, tags }`. */
type Said = Readonly<Record<string, unknown>>

/**
 * Values of `own` replace those of `around`. Parameters and responses are joined by name, and tags are concatenated. A key with the value `undefined`
 * is kept, so that it can be reported as a mistake.
 */
export function joinSchemas(around: Said, own: Said): Said {
  const joined: Record<string, unknown> = { ...around, ...own }
  for (const part of ['params', 'response'] as const)
    if (around[part] && own[part]) joined[part] = { ...around[part], ...own[part] }
  if (Array.isArray(around.tags)) joined.tags = [...new Set([...around.tags, ...listOf(own.tags)])]
  if (around.security !== undefined) joined.security = own.security ?? around.security
  return joined
}

const listOf = (tags: unknown): readonly unknown[] => (Array.isArray(tags) ? tags : [])
