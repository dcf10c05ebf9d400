/**
 * Reads ordinary messages: a strict subset of HTTP/1.1 (RFC 9112), that every parser reads alike.
 *
 * - The method is known, the target is in origin form of visible ASCII, the version is `HTTP/1.1`.
 * - A field is a token, a colon, at most one space, and visible ASCII with spaces and tabs inside.
 * - There is one `Host`, at most one `Content-Length` of up to nine digits, and no `Connection` but `keep-alive`.
 * - No field frames a body otherwise, has `Expect`, or upgrades the protocol.
 *
 * Every other message is left to Node.
 */
import { lengthsOf } from '../head.ts'

/** In bytes: longer heads are refused. */
const longestHead = 8192
/** In characters: longer fields are not cached for the next message. */
const longestKept = 2048

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const startLine = new RegExp(`^(?:${methods.join('|')}) (/[!-~]*) HTTP/1\\.1\\r\\n`)
const field = /([!#$%&'*+\-.^_`|~0-9A-Za-z]+): ?([!-~](?:[\t -~]*[!-~])?)\r\n/y
const digits = /^[0-9]{1,9}$/

/** The roles of fields that control the message or its connection. `null` is any other field. */
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

/** The fields of a head, and separately those that every exchange reads. */
export interface Fields {
  /** The fields as received, each line with its end. */
  readonly text: string
  /** Names and values as received, alternating. */
  readonly pairs: readonly string[]
  readonly host: string
  readonly contentLength: string | undefined
  /** The first Content-Type. */
  readonly contentType: string | undefined
}

const none: Fields = { text: '', pairs: [], host: '', contentLength: undefined, contentType: undefined }

/** The method as a constant string. A slice of a head is slower to look up. */
const methodOf = (head: string) => methods.find((method) => head.startsWith(method)) as string

/** Reads the fields between two positions of a head; `null` if one is not ordinary. */
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

/** Reads the messages of one connection. Its members hold the latest message until the next read. */
export class Reader {
  method = ''
  target = ''
  /** Messages with equal fields share this object. */
  fields = none
  /** Where the body begins, and where the message ends. The end may lie beyond the bytes that have arrived. */
  bodyStart = 0
  end = 0
  readonly #limit: number
  /** The fields of the last message: clients send the same ones again and again. */
  #last: Fields | null = null

  /** @param limit in bytes: the longest head, if less than the reader's own limit */
  constructor(limit: number) {
    this.#limit = Math.min(limit, longestHead)
  }

  /** Reads the message at `from`; `to` is the end of the bytes that have arrived. Returns false if it is not ordinary or its head is incomplete. */
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
    // A slice of a string keeps the whole string alive, and these slices are cached for long. So the string is made of the head only.
    const fields = readFields(bytes.toString('latin1', from, from + end), start, end)
    if (fields !== null) this.#last = fields
    return fields
  }
}
