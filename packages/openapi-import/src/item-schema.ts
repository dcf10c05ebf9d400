import type { JsonObject } from './json.ts'

/** The schema of each item of a stream, in an entry of content. Before OpenAPI 3.2, which has `itemSchema`, `openapi()` writes it as `x-itemSchema`. */
export const itemSchemaOf = (entry: JsonObject): unknown => entry.itemSchema ?? entry['x-itemSchema']
