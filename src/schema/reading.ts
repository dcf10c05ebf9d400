/** How unions read a value: as JSON, whose values have types, or as text, which every field of a form is. */
/** The form of values: JSON has types, and everything is a text in params, query strings, headers and forms. */
export type Reading = 'json' | 'text'

/** A media type of forms, whose fields are texts. */
export const formType = 'application/x-www-form-urlencoded'
const textParts: ReadonlySet<unknown> = new Set(['params', 'querystring', 'headers'])

export const isForm = (mediaType: string | undefined): boolean =>
  mediaType === formType || mediaType === 'multipart/form-data'

/** A value without a part, such as a message of a socket, is JSON. */
export const readingOf = (part: string | undefined, contentType: string | undefined): Reading =>
  textParts.has(part) || isForm(contentType) ? 'text' : 'json'

/** Tells by its fingerprint that a schema has a union. */
export const hasUnion = (fingerprint: string | undefined): boolean =>
  fingerprint === undefined || /"(?:anyOf|oneOf)":/.test(fingerprint)
