/** How unions interpret values: as typed JSON, or as text, which all values of params, query strings, headers and forms are. */
export type ValueEncoding = 'json' | 'text'

/** A media type of forms, whose fields are texts. */
export const formType = 'application/x-www-form-urlencoded'
const textParts: ReadonlySet<unknown> = new Set(['params', 'querystring', 'headers'])

export const isForm = (mediaType: string | undefined): boolean =>
  mediaType === formType || mediaType === 'multipart/form-data'

/** Returns how the values of a part of the request are interpreted. A value without a part, such as a WebSocket message, is JSON. */
export const encodingOf = (part: string | undefined, contentType: string | undefined): ValueEncoding =>
  textParts.has(part) || isForm(contentType) ? 'text' : 'json'

/** Whether the JSON text of a schema (fingerprint.ts) contains a union; true without a text. */
export const hasUnion = (fingerprint: string | undefined): boolean =>
  fingerprint === undefined || /"(?:anyOf|oneOf)":/.test(fingerprint)
