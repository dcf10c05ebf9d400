/** Generates endpoints from OpenAPI documents. */
export { type ImportedDocument, importDocument } from './import-document.ts'
export type { JsonObject } from './json.ts'
export { readDocument } from './read-document.ts'
