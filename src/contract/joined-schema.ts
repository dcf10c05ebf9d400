/** Joins the schema option of a route with that of its surroundings: the route's context, or the endpoint's group. */

/** The keys of a schema option that are joined. Other keys are not. */
type Said = Readonly<Record<string, unknown>>

/**
 * The inner value of a key replaces the outer one. Parameters and responses are joined by name, tags are concatenated. A key with the value `undefined`
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
