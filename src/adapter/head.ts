/**
 * Renders the head of an HTTP/1 response, byte for byte as Node's `_storeHeader` does for keep-alive connections. Node itself must write responses
 * with fields that change how it frames the message, such as `Trailer`.
 */
import timers from 'node:timers'
import type { ReplyHeaders } from '../http/headers.ts'
import { STATUS_CODES } from '../node-http.ts'
import { fieldCache } from './field-cache.ts'

/** Without 1xx, because interim responses have no content and no keep-alive fields. */
const statusLines: string[] = []
for (const [code, message] of Object.entries(STATUS_CODES)) {
  if (Number(code) >= 200) statusLines[Number(code)] = `HTTP/1.1 ${code} ${message}\r\n`
}

/** Whether a response has content (RFC 9110 §6.4.1). */
export function hasBody({ method }: { readonly method?: string | undefined }, statusCode: number): boolean {
  return method !== 'HEAD' && statusCode !== 204 && statusCode !== 304
}

/**
 * Renders the head of a response. Returns `null` if Node must write it: for an unknown status, content without a length, or a special field.
 *
 * @param keepAliveTimeout in milliseconds
 * @throws the errors of `checkName` and `checkValue`
 */
export function renderHead(
  statusCode: number,
  headers: ReplyHeaders,
  hasBody: boolean,
  keepAliveTimeout: number
): string | null {
  let head = statusLines[statusCode]
  if (head === undefined) return null
  let hasLength = false
  for (const name in headers) {
    const value = headers[name]
    if (name.length === 14 && name.toLowerCase() === 'content-length') hasLength = true
    else if (needsNodeWriter(name)) return null
    if (!Array.isArray(value)) head += fieldCache.find(name, value)?.line ?? checkedLine(name, value)
    else for (const one of value) head += checkedLine(name, one)
  }
  return hasBody && !hasLength ? null : head + lastLines(keepAliveTimeout)
}

function checkedLine(name: string, value: unknown): string {
  return `${name}: ${fieldCache.check(name, value)}\r\n`
}

/** The internal form in which a `ServerResponse` stores its headers: lower-case name to spelling and value. */
export type StoredFields = Record<string, readonly [name: string, value: unknown]>

/** Like `renderHead`, for headers that were set on a `ServerResponse`. */
export function renderStored(
  statusCode: number,
  fields: StoredFields,
  hasBody: boolean,
  keepAliveTimeout: number
): string | null {
  let head = statusLines[statusCode]
  if (head === undefined || (hasBody && fields['content-length'] === undefined)) return null
  for (const key in fields) {
    const field = fields[key] as readonly [string, unknown]
    const value = field[1]
    if (needsNodeWriter(key)) return null
    if (!Array.isArray(value)) head += fieldCache.find(field[0], value)?.line ?? `${field[0]}: ${value}\r\n`
    // Node joins the values of `Cookie` into one field, so Node must write it.
    else if (key === 'cookie') return null
    else for (const one of value) head += `${field[0]}: ${one}\r\n`
  }
  return head + lastLines(keepAliveTimeout)
}

const nodeWrittenFields: ReadonlySet<string> = new Set([
  ...['date', 'expect', 'trailer', 'connection', 'keep-alive', 'transfer-encoding', 'content-disposition']
])

/** Returns a bit mask of the lengths (modulo 32). Names with other lengths then need no lookup, which saves `toLowerCase()`. */
export const lengthsOf = (names: Iterable<string>): number =>
  [...names].reduce((lengths, { length }) => lengths | (1 << length), 0)
const nodeWrittenLengths = lengthsOf(nodeWrittenFields)

/** Whether Node's `_storeHeader` handles the field specially, such as `Connection` or `Date`. */
export function needsNodeWriter(name: string): boolean {
  return ((nodeWrittenLengths >> name.length) & 1) === 1 && nodeWrittenFields.has(name.toLowerCase())
}

let date = ''
let dateLine = ''
/** The global `Date` class that made `date`. Tests may replace the class; `null` means that `date` is out of date. */
let dateClass: DateConstructor | null = null
const { setTimeout } = timers
const RealDate = Date

function forgetDate(): void {
  dateClass = null
}

/** Caches the text for up to one second, as Node does. The timer is unreferenced, so it does not keep the process alive. */
export function utcDate(): string {
  if (dateClass !== Date) {
    const now = new Date()
    date = now.toUTCString()
    dateLine = `Date: ${date}\r\n`
    // With a fake `Date`, the text is not cached: fake time may jump while the timer runs in real time.
    dateClass = Date === RealDate ? Date : null
    if (dateClass !== null) setTimeout(forgetDate, 1000 - now.getMilliseconds()).unref()
  }
  return date
}

let timeout = -1
let keepAliveLines = ''

function lastLines(keepAliveTimeout: number): string {
  utcDate()
  if (keepAliveTimeout !== timeout) {
    timeout = keepAliveTimeout
    const line = timeout ? `Keep-Alive: timeout=${Math.floor(timeout / 1000)}\r\n` : ''
    keepAliveLines = `Connection: keep-alive\r\n${line}\r\n`
  }
  return dateLine + keepAliveLines
}
