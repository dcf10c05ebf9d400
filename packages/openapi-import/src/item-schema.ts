import type { JsonObject } from './json.ts'

/** `openapi()` writes `x-itemSchema` before OpenAPI 3.2, which has `itemSchema`. */
export const itemSchemaOf = (entry: JsonObject): unknown => entry.itemSchema ?? entry['x-itemSchema']
