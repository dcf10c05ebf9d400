import type { JsonObject } from './json.ts'

/**
 * Returns the schema of the items of a stream, from an entry of `content`. OpenAPI 3.2 has `itemSchema`. For earlier versions `openapi()` writes
 * `x-itemSchema`.
 */
export const itemSchemaOf = (entry: JsonObject): unknown => entry.itemSchema ?? entry['x-itemSchema']
