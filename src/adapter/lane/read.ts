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

/** In bytes: longer heads are left to Node. */
const longestHead = 8192
/** In characters: longer field sections are not kept for comparison with the next message. */
const longestKept = 2048

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const startLine = new RegExp(`^(?:${methods.join('|')}) (/[!-~]*) HTTP/1\\.1\\r\\n`)
const field = /([!#$%&'*+\-.^_`|~0-9A-Za-z]+): ?([!-~](?:[\t -~]*[!-~])?)\r\n/y
const digits = /^[0-9]{1,9}$/

/** How the reader handles a field. A `foreign` field, such as `Expect`, leaves the message to Node. A field with `null` is only stored. */
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

/** All fields of a head, and separately the values that every exchange reads. */
export interface Fields {
  /** The lines of all fields as received, with their line ends. */
  readonly text: string
  /** All fields as received, as a flat list: name, value, name, value. */
  readonly pairs: readonly string[]
  readonly host: string
  readonly contentLength: string | undefined
  /** The first `Content-Type`, if there are several. */
  readonly contentType: string | undefined
}

const none: Fields = { text: '', pairs: [], host: '', contentLength: undefined, contentType: undefined }

/** Returns the method as a constant string. A slice of the head would be slower to compare. */
const methodOf = (head: string) => methods.find((method) => head.startsWith(method)) as string

/** Reads the fields between two positions of a head. Returns `null` if a field needs Node's parser. */
function readFields(head: string, from: number, to: number): Fields | null {
  const pairs: string[] = []
  let host: string | undefined
  let contentLength: string | undefined
  let contentType: string | undefined
  field.lastIndex = from
  while (field.lastIndex < to) {
    const match = field.exec(head)
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
  if (host === undefined || field.lastIndex !== to) return null
  return { text: head.slice(from, to), pairs, host, contentLength, contentType }
}

/** Reads the messages of one connection. The members describe the latest message, until the next message is read. */
export class Reader {
  method = ''
  target = ''
  /** Messages with equal fields share this object. */
  fields = none
  /** The positions at which the body begins and the message ends. The end may lie beyond the bytes that have arrived. */
  bodyStart = 0
  end = 0
  readonly #limit: number
  /** The fields of the last message, because clients send the same fields again and again. */
  #last: Fields | null = null

  /** @param limit in bytes: the longest head of the server; the reader's own limit may be lower */
  constructor(limit: number) {
    this.#limit = Math.min(limit, longestHead)
  }

  /**
   * Reads the message at `from`; `to` is the end of the bytes that have arrived. Returns false if the message needs Node's parser or is incomplete.
   */
  read(bytes: Buffer, from: number, to: number): boolean {
    const text = bytes.toString('latin1', from, Math.min(to, from + this.#limit))
    const headEnd = text.indexOf('\r\n\r\n') + 2
    const start = headEnd < 2 ? null : startLine.exec(text)
    if (start === null) return false
    const fields = this.#readFields(bytes, from, text, start[0].length, headEnd)
    if (fields === null) return false
    this.method = methodOf(text)
    this.target = start[1] as string
    this.fields = fields
    this.bodyStart = from + headEnd + 2
    this.end = this.bodyStart + Number(fields.contentLength ?? 0)
    return true
  }

  #readFields(bytes: Buffer, from: number, text: string, start: number, end: number): Fields | null {
    const last = this.#last
    if (last !== null && end - start === last.text.length && text.slice(start, end) === last.text) return last
    if (end - start > longestKept) return readFields(text, start, end)
    // In V8, a slice keeps the whole text alive from which it was cut. These fields are kept for long, so they are cut from a text of the head alone,
    // without the body.
    const fields = readFields(bytes.toString('latin1', from, from + end), start, end)
    if (fields !== null) this.#last = fields
    return fields
  }
}
