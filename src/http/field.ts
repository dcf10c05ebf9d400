/**
 * Validates header fields for all protocols by Node's rules for HTTP/1 (RFC 9110 §5.5), so that no value can split a response. Node itself validates
 * headers on `reply.raw`, except early hints in Node 20 and values over HTTP/2.
 */
import { containsPromise } from '../base/contained-promise.ts'
import { errors } from '../error/error.ts'
import { validateHeaderName, validateHeaderValue } from '../node-http.ts'

/** Caches valid names. The number is limited, because an application may make names from client input. */
const knownNames = new Set(['content-type', 'content-length'])
const mostNames = 1000

const forbidden = /[^\t\x20-\x7e\x80-\xff]/
/** Visible ASCII with inner spaces. Such values need no further check. */
const ordinary = /^[!-~](?:[ -~]*[!-~])?$/

export function isOrdinary(value: string): boolean {
  return ordinary.test(value)
}

/** @throws ERR_INVALID_HTTP_TOKEN when the name is not a token */
export function checkName(name: string): void {
  if (knownNames.has(name)) return
  validateHeaderName(name)
  if (knownNames.size < mostNames) knownNames.add(name)
}

/**
 * Returns a value as text, without spaces and tabs at its ends. HTTP/1 recipients remove them (RFC 9110 §5.5), but HTTP/2 recipients reject the
 * field (RFC 9113 §8.2.1).
 *
 * @throws ERR_HTTP_INVALID_HEADER_VALUE, ERR_INVALID_CHAR, ESP_ERR_REP_HEADER_PROMISE; TypeError when the value has no text, such as a symbol
 */
export function checkValue(name: string, value: unknown): string {
  if (value === undefined) validateHeaderValue(name, value as never)
  if (typeof value === 'object') refusePromise(name, value)
  const text = typeof value === 'string' ? value : `${value}`
  if (ordinary.test(text)) return text
  if (forbidden.test(text)) validateHeaderValue(name, text)
  return trimValue(text)
}

const isBlank = (code: number) => code === 0x20 || code === 0x09

/** Does not use a regular expression, which takes quadratic time, or `trim()`, which also removes U+00A0. */
export function trimValue(text: string): string {
  let end = text.length
  let start = 0
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return end - start === text.length ? text : text.slice(start, end)
}

const hasBlankEnd = (text: string) => isBlank(text.charCodeAt(0)) || isBlank(text.charCodeAt(text.length - 1))

interface ReceivedFields {
  readonly headers: Record<string, string | string[] | undefined>
  readonly rawHeaders: string[]
}

/** Trims header values of HTTP/2 and `inject`, as HTTP/1 parsers do. Changes Node's own object, because applications may read it. */
export function trimReceived({ headers, rawHeaders }: ReceivedFields): void {
  if (!rawHeaders.some(hasBlankEnd)) return
  for (const name in headers) {
    const value = headers[name]
    if (typeof value === 'string') {
      const trimmed = trimValue(value)
      if (trimmed !== value) headers[name] = trimmed
    } else if (Array.isArray(value)) headers[name] = value.map(trimValue)
  }
  for (let at = 1; at < rawHeaders.length; at += 2) rawHeaders[at] = trimValue(rawHeaders[at] as string)
}

export function isName(name: string): boolean {
  try {
    checkName(name)
    return true
  } catch {
    return false
  }
}

/** @throws the errors of `checkName` and `checkValue` */
export function checkField(name: string, value: unknown): string | string[] {
  checkName(name)
  return Array.isArray(value) ? value.map((one) => checkValue(name, one)) : checkValue(name, value)
}

/** Fields that describe one HTTP/1 connection. HTTP/2 clients reject responses with them (RFC 9113 §8.2.2). */
export const connectionFields: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'upgrade',
  'te',
  'http2-settings'
])

/** Trailers must not contain fields for framing, routing or authentication (RFC 9110 §6.5.1), or for the connection. */
export const forbiddenTrailers: ReadonlySet<string> = new Set([
  ...connectionFields,
  'transfer-encoding',
  'content-length',
  'host',
  'cache-control',
  'max-forwards',
  'authorization',
  'set-cookie',
  'content-encoding',
  'content-type',
  'content-range',
  'trailer'
])

/** Catches a forgotten `await`, and handles the promise's rejection, which would end the process. @throws ESP_ERR_REP_HEADER_PROMISE */
export function refusePromise(name: string, value: unknown): void {
  if (containsPromise(value)) throw new errors.ESP_ERR_REP_HEADER_PROMISE(name)
}
