type RouteSchema = Readonly<Record<string, unknown>>

/**
 * Merges the schemas of a context or endpoint group with those of a route, which take precedence. Parameters and responses are merged by name, and
 * tags are concatenated. A key with the value `undefined` is kept: it is a mistake that is reported later.
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
