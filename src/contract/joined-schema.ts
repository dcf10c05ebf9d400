/** The schema option of a route, joined with that around it: of the context of the route, or of the group of its endpoint. */

/** The keys of a schema option that are joined. Others are as they are. */
type Said = Readonly<Record<string, unknown>>

/**
 * The nearer value of a key holds. Parameters and responses are joined by their names, tags are added up. A key with the value `undefined` stays, so
 * that it can be reported as a slip.
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
