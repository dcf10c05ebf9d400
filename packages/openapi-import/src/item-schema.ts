import type { JsonObject } from './json.ts'

/**
 * The schema of each item of a stream, in an entry of content. OpenAPI 3.2 has `itemSchema`; for earlier versions `openapi()` writes `x-itemSchema`.
 */
export const itemSchemaOf = (entry: JsonObject): unknown => entry.itemSchema ?? entry['x-itemSchema']
