/** Unions convert values of params, query strings, headers and forms, which are all `text`. */
export type ValueEncoding = 'json' | 'text'

export const formType = 'application/x-www-form-urlencoded'
const textParts: ReadonlySet<unknown> = new Set(['params', 'querystring', 'headers'])

export const isForm = (mediaType: string | undefined): boolean =>
  mediaType === formType || mediaType === 'multipart/form-data'

/** @param part `undefined` for a WebSocket message */
export const encodingOf = (part: string | undefined, contentType: string | undefined): ValueEncoding =>
  textParts.has(part) || isForm(contentType) ? 'text' : 'json'

export const hasUnion = (fingerprint: string | undefined): boolean =>
  fingerprint === undefined || /"(?:anyOf|oneOf)":/.test(fingerprint)
