/**
 * Parses simple HTTP/1.1 requests, a strict subset of RFC 9112. All parsers agree on this subset, so it is safe against request smuggling:
 * - A common method, a target in origin-form of visible ASCII, the version `HTTP/1.1`.
 * - Fields: a token, a colon, at most one space, then visible ASCII with spaces and tabs inside.
 * - Exactly one `Host`, at most one `Content-Length` of up to nine digits, no `Connection` except `keep-alive`.
 * - No `Transfer-Encoding`, `Expect` or `Upgrade`.
 *
 * Node's parser reads all other requests.
 */
import { emptyBody } from '../../http/body-reader.ts'
import { lengthsOf } from '../head.ts'

/** In bytes, with the request line. */
const longestHead = 8192
/** In characters. Longer header sections are not kept for comparison with the next request. */
const longestKept = 2048

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const startLine = new RegExp(`^(?:${methods.join('|')}) (/[!-~]*) HTTP/1\\.1\\r\\n`)
const field = /([!#$%&'*+\-.^_`|~0-9A-Za-z]+): ?([!-~](?:[\t -~]*[!-~])?)\r\n/y
const digits = /^[0-9]{1,9}$/

/** `foreign` marks fields that only Node's parser handles. `null` marks fields without a special meaning here. */
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

/** The parsed header section. Values that espalier itself needs have their own property. */
export interface Fields {
  /** The unparsed lines, for comparison with the next request. */
  readonly text: string
  /** A flat list: name, value, name, value. */
  readonly pairs: readonly string[]
  readonly host: string
  readonly contentLength: string | undefined
  /** The first value, if the field is repeated. */
  readonly contentType: string | undefined
}

/** Returns a constant string, because V8 compares constants faster than substrings. */
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
  // A grown array has spare capacity. The copy has none, which saves memory on idle connections.
  return { text, pairs: pairs.slice(), host, contentLength, contentType }
}

export interface Message {
  readonly method: string
  readonly target: string
  /** Shared by consecutive requests with equal fields. */
  readonly fields: Fields
  readonly body: Buffer
  /** The length of the body in bytes. */
  readonly length: number
}

/** A message whose head was read. `body` stays empty until the caller has set it. */
export interface Received extends Message {
  body: Buffer
  /** The head, and after it possibly other bytes. If the received bytes are one message without a body, the text is all of it. */
  readonly text: string
  /** The index after the message. If the message is incomplete, it is beyond the received bytes. */
  readonly end: number
}

/**
 * Reads the head of a message, and keeps nothing of `bytes`. Returns `null` if the message needs Node's parser, or its head is incomplete.
 * @param to the end of the received bytes
 * @param last the fields of the previous request
 */
export function readMessage(
  bytes: Buffer,
  from: number,
  to: number,
  limit: number,
  last: Fields | null
): Received | null {
  const text = bytes.toString('latin1', from, Math.min(to, from + limit, from + longestHead))
  const headEnd = text.indexOf('\r\n\r\n') + 2
  const start = headEnd < 2 ? null : startLine.exec(text)
  if (start === null) return null
  const lines = text.slice(start[0].length, headEnd)
  // A substring in V8 keeps its whole source text alive. So `text` of kept fields is decoded separately, without the body.
  const isLast = last !== null && lines === last.text
  const fields = isLast
    ? last
    : readFields(areKept(lines) ? bytes.toString('latin1', from + start[0].length, from + headEnd) : lines)
  if (fields === null) return null
  const length = Number(fields.contentLength ?? 0)
  const target = start[1] as string
  const end = from + headEnd + 2 + length
  return { method: methodOf(text), target, fields, body: emptyBody, length, text, end }
}

export function areKept(lines: string): boolean {
  return lines.length <= longestKept
}
