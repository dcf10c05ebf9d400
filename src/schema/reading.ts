/** How unions interpret a value: as typed JSON, or as text, like every field of a form. */
/** The form of values: typed JSON, or text in params, query strings, headers and forms. */
export type Reading = 'json' | 'text'

/** A media type of forms, whose fields are texts. */
export const formType = 'application/x-www-form-urlencoded'
const textParts: ReadonlySet<unknown> = new Set(['params', 'querystring', 'headers'])

export const isForm = (mediaType: string | undefined): boolean =>
  mediaType === formType || mediaType === 'multipart/form-data'

/** Returns the form of a part. A value without a part, such as a WebSocket message, is JSON. */
export const readingOf = (part: string | undefined, contentType: string | undefined): Reading =>
  textParts.has(part) || isForm(contentType) ? 'text' : 'json'

/** Whether a schema contains a union, by its fingerprint. */
export const hasUnion = (fingerprint: string | undefined): boolean =>
  fingerprint === undefined || /"(?:anyOf|oneOf)":/.test(fingerprint)
