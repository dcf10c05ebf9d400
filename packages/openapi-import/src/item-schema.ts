import type { JsonObject } from './json.ts'

/** What each item of a stream is, by an entry of content; before OpenAPI 3.2, which has `itemSchema`, `openapi()` writes it as `x-itemSchema`. */
export const itemSchemaOf = (entry: JsonObject): unknown => entry.itemSchema ?? entry['x-itemSchema']
