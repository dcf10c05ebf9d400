type RouteSchema = Readonly<Record<string, unknown>>

/**
 * Joins the schema options of a route with those of its context, or of its endpoint group. Parameters and responses are joined by name, and tags are
 * concatenated. Keeps a key with the value `undefined`, because such a key is reported as a mistake.
 */
export function joinSchemas(around: RouteSchema, own: RouteSchema): RouteSchema {
  const joined: Record<string, unknown> = { ...around, ...own }
  for (const part of ['params', 'response'] as const)
    if (around[part] && own[part]) joined[part] = { ...around[part], ...own[part] }
  if (Array.isArray(around.tags))
    joined.tags = [...new Set([...around.tags, ...(Array.isArray(own.tags) ? own.tags : [])])]
  if (around.security !== undefined) joined.security = own.security ?? around.security
  return joined
}
