/**
 * Reads ordinary messages, a strict subset of HTTP/1.1 (RFC 9112) that every parser understands alike:
 * - The method is known, the target is in origin form of visible ASCII, the version is `HTTP/1.1`.
 * - A field is a token, a colon, at most one space, and visible ASCII with spaces and tabs inside.
 * - There is one `Host`, at most one `Content-Length` of up to nine digits, and no `Connection` except `keep-alive`.
 * - There is no `Transfer-Encoding`, `Expect` or `Upgrade`.
 *
 * Every other message is left to Node.
 */
import { lengthsOf } from '../head.ts'

/** In bytes: the longest head. */
const longestHead = 8192
/** In characters: longer field sections are not compared with those of the next message. */
const longestKept = 2048

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const startLine = new RegExp(`^(?:${methods.join('|')}) (/[!-~]*) HTTP/1\\.1\\r\\n`)
const field = /([!#$%&'*+\-.^_`|~0-9A-Za-z]+): ?([!-~](?:[\t -~]*[!-~])?)\r\n/y
const digits = /^[0-9]{1,9}$/

/** A message with a `foreign` field is left to Node. A field with `null` is only stored. */
type Role = 'host' | 'length' | 'type' | 'connection' | 'foreign' | null

const roles: ReadonlyMap<string, Role> = new Map<string, Role>([
  ['host', 'host'],
  ['content-length', 'length'],
  ['content-type', 'type'],
  ['connection', 'connection'],
  ['expect', 'foreign'],
  ['upgrade', 'foreign'],
  ['proxy-connection', 'foreign'],
  ['transfer-encoding', 'foreign']
])

const roleLengths = lengthsOf(roles.keys())

const roleOf = (name: string): Role =>
  ((roleLengths >> name.length) & 1) === 1 ? (roles.get(name.toLowerCase()) ?? null) : null

/** The fields of a head, and separately the values that every exchange reads. */
export interface Fields {
  /** All lines as received, with their line ends. */
  readonly text: string
  /** As a flat list: name, value, name, value. */
  readonly pairs: readonly string[]
  readonly host: string
  readonly contentLength: string | undefined
  /** The first one, if there are several. */
  readonly contentType: string | undefined
}

/** A constant string. A slice of the head would be slower to compare. */
const methodOf = (head: string) => methods.find((method) => head.startsWith(method)) as string

/** Returns `null` if a field needs Node's parser. */
function readFields(text: string): Fields | null {
  const pairs: string[] = []
  let host: string | undefined
  let contentLength: string | undefined
  let contentType: string | undefined
  field.lastIndex = 0
  while (field.lastIndex < text.length) {
    const match = field.exec(text)
    if (match === null) return null
    const name = match[1] as string
    const value = match[2] as string
    const role = roleOf(name)
    if (role === 'foreign' || (role === 'connection' && value.toLowerCase() !== 'keep-alive')) return null
    if (role === 'host') {
      if (host !== undefined) return null
      host = value
    } else if (role === 'length') {
      if (contentLength !== undefined || !digits.test(value)) return null
      contentLength = value
    } else if (role === 'type') contentType ??= value
    pairs.push(name, value)
  }
  if (host === undefined) return null
  // An array that grew has spare capacity. Idle connections keep this array, so it is copied to its exact size.
  return { text, pairs: pairs.slice(), host, contentLength, contentType }
}

export interface Message {
  readonly method: string
  readonly target: string
  /** Messages with equal fields share this object. */
  readonly fields: Fields
  readonly body: Buffer | null
}

export interface Received extends Message {
  /** If the message ends beyond the bytes that have arrived, `body` is `null`. */
  readonly end: number
}

/** Returns `null` if the message needs Node's parser, or its head is incomplete. @param last the fields of the last message */
export function readMessage(bytes: Buffer, from: number, limit: number, last: Fields | null): Received | null {
  const text = bytes.toString('latin1', from, Math.min(bytes.length, from + limit, from + longestHead))
  const headEnd = text.indexOf('\r\n\r\n') + 2
  const start = headEnd < 2 ? null : startLine.exec(text)
  if (start === null) return null
  const lines = text.slice(start[0].length, headEnd)
  // In V8, a slice keeps alive the whole text from which it was cut. Fields that are kept are cut from a text without the body.
  const isLast = last !== null && lines === last.text
  const fields = isLast
    ? last
    : readFields(areKept(lines) ? bytes.toString('latin1', from + start[0].length, from + headEnd) : lines)
  if (fields === null) return null
  const bodyStart = from + headEnd + 2
  const end = bodyStart + Number(fields.contentLength ?? 0)
  const body = end > bodyStart && end <= bytes.length ? bytes.subarray(bodyStart, end) : null
  return { method: methodOf(text), target: start[1] as string, fields, body, end }
}

export function areKept(lines: string): boolean {
  return lines.length <= longestKept
}
