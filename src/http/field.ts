/**
 * Validates fields of heads, trailers and interim responses, for every protocol. The rules are those of Node for HTTP/1 (RFC 9110 §5.5), so that a
 * value cannot split a response.
 *
 * Fields that users write on Node's own objects (`reply.raw`) are validated by Node, except early hints (Node 20) and values of HTTP/2.
 */
import type { OutgoingHttpHeaders } from 'node:http'
import { holdsPromise } from '../base/held-promise.ts'
import { errors } from '../error/error.ts'
import { validateHeaderName, validateHeaderValue } from '../node-http.ts'
import type { ReplyHeaders } from './headers.ts'

/** Cache of valid names. It is limited, because an application could make names from input of clients. */
const knownNames = new Set(['content-type', 'content-length'])
const mostNames = 1000

const forbidden = /[^\t\x20-\x7e\x80-\xff]/
/** Visible characters and spaces, with a visible one at each end. */
const ordinary = /^[!-~](?:[ -~]*[!-~])?$/

/** @throws ERR_INVALID_HTTP_TOKEN when the name is not a token. */
export function checkName(name: string): void {
  if (knownNames.has(name)) return
  validateHeaderName(name)
  if (knownNames.size < mostNames) knownNames.add(name)
}

/**
 * Returns a value as text, without spaces and tabs at its ends, which are not part of it (RFC 9110 §5.5). Recipients of HTTP/1 remove them, and
 * recipients of HTTP/2 drop a field that has any (RFC 9113 §8.2.1).
 *
 * @throws ESP_ERR_REP_HEADER_PROMISE, ERR_HTTP_INVALID_HEADER_VALUE, ERR_INVALID_CHAR when it is not a valid header value, TypeError when it cannot be
 * converted to text, such as a symbol.
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

/**
 * Returns a value without the spaces and tabs at its ends. A regular expression would take quadratic time, and `String.prototype.trim` removes a
 * Latin-1 character as well.
 */
function trimValue(text: string): string {
  let end = text.length
  let start = 0
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return end - start === text.length ? text : text.slice(start, end)
}

/** The fields of a request, as Node stores them. */
interface ReceivedFields {
  readonly headers: Record<string, string | string[] | undefined>
  readonly rawHeaders: string[]
}

/** Trims the values of received fields in place, as an HTTP/1 parser would. Applications may read Node's object directly. */
export function trimReceived({ headers, rawHeaders }: ReceivedFields): void {
  for (const name in headers) {
    const value = headers[name]
    if (typeof value === 'string') {
      const trimmed = trimValue(value)
      if (trimmed !== value) headers[name] = trimmed
    } else if (Array.isArray(value)) headers[name] = value.map(trimValue)
  }
  for (let at = 1; at < rawHeaders.length; at += 2) rawHeaders[at] = trimValue(rawHeaders[at] as string)
}

/** Whether a text is a valid field name. */
export function isName(name: string): boolean {
  try {
    checkName(name)
    return true
  } catch {
    return false
  }
}

/** Returns the value or the values of a field as text. @throws what `checkName` and `checkValue` throw */
export function checkField(name: string, value: unknown): string | string[] {
  checkName(name)
  return Array.isArray(value) ? value.map((one) => checkValue(name, one)) : checkValue(name, value)
}

/**
 * Returns the fields of a head in the form for Node's own writers.
 *
 * @throws what `checkName` and `checkValue` throw
 */
export function toHead(headers: ReplyHeaders): OutgoingHttpHeaders {
  const head: OutgoingHttpHeaders = {}
  for (const name in headers) head[name] = checkField(name, headers[name])
  return head
}

/** Fields that describe one HTTP/1 connection, in lower case. HTTP/2 clients reject responses with them (RFC 9113 §8.2.2). */
export const connectionFields: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'upgrade',
  'te',
  'http2-settings'
])

/**
 * Fields that a trailer may not carry: those that decide framing, routing or authentication (RFC 9110 §6.5.1), and those that describe a connection.
 */
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

/**
 * Throws if the value of a field is a promise, at the line that lacks an `await`. Its rejection would be unhandled. @throws ESP_ERR_REP_HEADER_PROMISE
 */
export function refusePromise(name: string, value: unknown): void {
  if (holdsPromise(value)) throw new errors.ESP_ERR_REP_HEADER_PROMISE(name)
}
