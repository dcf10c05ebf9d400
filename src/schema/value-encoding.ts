/** Values of params, query strings, headers and forms are `text`: the client cannot send numbers, so they are converted. */
export type ValueEncoding = 'json' | 'text'

export const formType = 'application/x-www-form-urlencoded'
const textParts: ReadonlySet<unknown> = new Set(['params', 'querystring', 'headers'])

export const isForm = (mediaType: string | undefined): boolean =>
  mediaType === formType || mediaType === 'multipart/form-data'

/** @param part the part of the request; `undefined` for a WebSocket message */
export const encodingOf = (part: string | undefined, contentType: string | undefined): ValueEncoding =>
  textParts.has(part) || isForm(contentType) ? 'text' : 'json'

export const hasUnion = (fingerprint: string | undefined): boolean =>
  fingerprint === undefined || /"(?:anyOf|oneOf)":/.test(fingerprint)
