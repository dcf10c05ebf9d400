/**
 * The head of an answer that keeps its connection, byte for byte as Node's `_storeHeader` writes it. It has the status line, the caller's headers,
 * `Date`, and the keep-alive timeout.
 *
 * Node itself writes answers with a header that changes the course of its writer (`steersTheWriter`).
 */
import timers from 'node:timers'
import { checkName, checkValue } from '../http/field.ts'
import type { ReplyHeaders } from '../http/headers.ts'
import { STATUS_CODES } from '../node-http.ts'

/** Status lines by status code. 1xx is missing on purpose: it is not a final response. */
const statusLines: string[] = []
for (const [code, message] of Object.entries(STATUS_CODES)) {
  if (Number(code) >= 200) statusLines[Number(code)] = `HTTP/1.1 ${code} ${message}\r\n`
}

/** Whether an answer has content (RFC 9110 §6.4.1). */
export function hasBody({ method }: { readonly method?: string | undefined }, statusCode: number): boolean {
  return method !== 'HEAD' && statusCode !== 204 && statusCode !== 304
}

/**
 * Renders the head. Returns `null` if Node must write it: for an unusual status code, a header that steers the writer, or a body of unknown length.
 *
 * @param keepAliveTimeout in milliseconds
 * @throws what `checkName` and `checkValue` throw
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
    if (name === 'content-type' && typeof value === 'string') {
      head += typeLineOf(value)
      continue
    }
    if (name.length === 14 && name.toLowerCase() === 'content-length') hasLength = true
    else if (steersTheWriter(name)) return null
    checkName(name)
    if (Array.isArray(value)) for (const one of value) head += `${name}: ${checkValue(name, one)}\r\n`
    else head += `${name}: ${checkValue(name, value)}\r\n`
  }
  return hasBody && !hasLength ? null : head + lastLines(keepAliveTimeout)
}

/** Fields as Node's responses store them: keyed by lower-case name, each with its name as it was set. Node has validated them. */
export type StoredFields = Readonly<Record<string, readonly [name: string, value: unknown]>>

/**
 * Renders the head of fields that were set on a response of Node's; returns `null` in the cases of `renderHead`. @param keepAliveTimeout in
 * milliseconds
 */
export function renderStored(
  statusCode: number,
  fields: StoredFields,
  hasBody: boolean,
  keepAliveTimeout: number
): string | null {
  let head = statusLines[statusCode]
  if (head === undefined || (hasBody && fields['content-length'] === undefined)) return null
  for (const key in fields) {
    const [name, value] = fields[key] as readonly [string, unknown]
    if (steersTheWriter(key)) return null
    if (!Array.isArray(value)) head += `${name}: ${value}\r\n`
    // Node joins several cookies into one field.
    else if (key === 'cookie') return null
    else for (const one of value) head += `${name}: ${one}\r\n`
  }
  return head + lastLines(keepAliveTimeout)
}

let type = ''
let typeLine = ''

/** Caches the line, because most responses of a process have the same type. */
function typeLineOf(value: string): string {
  if (value !== type) {
    typeLine = `content-type: ${checkValue('content-type', value)}\r\n`
    type = value
  }
  return typeLine
}

const steering: ReadonlySet<string> = new Set([
  ...['date', 'expect', 'trailer', 'connection', 'keep-alive', 'transfer-encoding', 'content-disposition']
])

/** Returns the lengths of names, a bit for each. Testing it spares ordinary names a copy in lower case. A length of 32 counts as 0, and so on. */
export const lengthsOf = (names: Iterable<string>): number =>
  [...names].reduce((lengths, { length }) => lengths | (1 << length), 0)
const steeringLengths = lengthsOf(steering)

/** Whether Node's `_storeHeader` treats a name specially. */
export function steersTheWriter(name: string): boolean {
  return ((steeringLengths >> name.length) & 1) === 1 && steering.has(name.toLowerCase())
}

let date = ''
let dateLine = ''
/** The `Date` constructor that the cached date is of, or `null` if the date must be made again. */
let dated: DateConstructor | null = null
const { setTimeout } = timers
const RealDate = Date

function forgetDate(): void {
  dated = null
}

/**
 * Returns the current date for a response. As in Node, the text is made once a second, and its timer does not keep the process alive. A test may
 * replace `Date`; one comparison detects that.
 */
export function utcDate(): string {
  if (dated !== Date) {
    const now = new Date()
    date = now.toUTCString()
    dateLine = `Date: ${date}\r\n`
    // A replaced `Date` may jump, while this timer runs in real time.
    dated = Date === RealDate ? Date : null
    if (dated !== null) setTimeout(forgetDate, 1000 - now.getMilliseconds()).unref()
  }
  return date
}

let timeout = -1
let keepAliveLines = ''

/** The lines after the caller's fields, with the blank line that ends the head. */
function lastLines(keepAliveTimeout: number): string {
  utcDate()
  if (keepAliveTimeout !== timeout) {
    timeout = keepAliveTimeout
    const line = timeout ? `Keep-Alive: timeout=${Math.floor(timeout / 1000)}\r\n` : ''
    keepAliveLines = `Connection: keep-alive\r\n${line}\r\n`
  }
  return dateLine + keepAliveLines
}
