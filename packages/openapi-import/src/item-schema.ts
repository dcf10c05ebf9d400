import type { JsonObject } from './json.ts'

/** Returns the schema of one event. `openapi()` writes `x-itemSchema` before OpenAPI 3.2, which has `itemSchema`. */
export const itemSchemaOf = (entry: JsonObject): unknown => entry.itemSchema ?? entry['x-itemSchema']
