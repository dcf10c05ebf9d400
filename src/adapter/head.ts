/**
 * Renders the head of a response that keeps its connection open, byte for byte as Node's `_storeHeader`. Responses with fields that steer Node's
 * writer, such as `Trailer`, are left to Node.
 */
import timers from 'node:timers'
import { checkName, checkValue } from '../http/field.ts'
import type { ReplyHeaders } from '../http/headers.ts'
import { STATUS_CODES } from '../node-http.ts'
import { LineCache } from './line-cache.ts'

/** Final responses by status code: 1xx is missing on purpose. */
const statusLines: string[] = []
for (const [code, message] of Object.entries(STATUS_CODES)) {
  if (Number(code) >= 200) statusLines[Number(code)] = `HTTP/1.1 ${code} ${message}\r\n`
}

function toText(name: string, value: unknown): string {
  checkName(name)
  return checkValue(name, value)
}

const checkedLines = new LineCache(toText)
/** Node has already validated these fields. */
const storedLines = new LineCache((_name, value) => `${value}`)

/** RFC 9110 §6.4.1. */
export function hasBody({ method }: { readonly method?: string | undefined }, statusCode: number): boolean {
  return method !== 'HEAD' && statusCode !== 204 && statusCode !== 304
}

/**
 * Returns `null` if Node must write the response: for an unknown status, a field that steers Node's writer, or content without a length.
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
    if (!Array.isArray(value)) head += checkedLines.lineOf(name, value)
    else for (const one of value) head += `${name}: ${toText(name, one)}\r\n`
  }
  return hasBody && !hasLength ? null : head + lastLines(keepAliveTimeout)
}

/** Fields as Node's responses store them, by lower-case name. */
export type StoredFields = Record<string, readonly [name: string, value: unknown]>

/** As `renderHead`, for fields that were set on Node's response. */
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
    if (!Array.isArray(value)) head += storedLines.lineOf(field[0], value)
    // Node joins several `Cookie` values into one field.
    else if (key === 'cookie') return null
    else for (const one of value) head += `${field[0]}: ${one}\r\n`
  }
  return head + lastLines(keepAliveTimeout)
}

const nodeWrittenFields: ReadonlySet<string> = new Set([
  ...['date', 'expect', 'trailer', 'connection', 'keep-alive', 'transfer-encoding', 'content-disposition']
])

/** A bit mask of the names' lengths (modulo 32). A name with another length need not be looked up in lower case. */
export const lengthsOf = (names: Iterable<string>): number =>
  [...names].reduce((lengths, { length }) => lengths | (1 << length), 0)
const nodeWrittenLengths = lengthsOf(nodeWrittenFields)

/** Whether Node's `_storeHeader` treats a field specially. */
export function needsNodeWriter(name: string): boolean {
  return ((nodeWrittenLengths >> name.length) & 1) === 1 && nodeWrittenFields.has(name.toLowerCase())
}

let date = ''
let dateLine = ''
/** The global `Date` that made the text, because a test may replace the class; `null` once the text is out of date. */
let dateClass: DateConstructor | null = null
const { setTimeout } = timers
const RealDate = Date

function forgetDate(): void {
  dateClass = null
}

/** As in Node, the text is made once a second, and the timer does not keep the process alive. */
export function utcDate(): string {
  if (dateClass !== Date) {
    const now = new Date()
    date = now.toUTCString()
    dateLine = `Date: ${date}\r\n`
    // A fake `Date` may jump while this timer runs in real time.
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
