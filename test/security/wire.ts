/**
 * A client of its own over a bare socket: it sends bytes as they are written and reads answers by the grammar of RFC 9112 alone. What it cannot
 * read is a defect of the server, so it is strict where clients are usually lenient.
 */
import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  /** Every field by its lower-cased name, in the order of arrival. */
  readonly headers: ReadonlyMap<string, readonly string[]>
  readonly body: string
}

class Malformed extends Error {}

/** Milliseconds that a client waits for the next bytes of an answer. */
const patience = 2_000

class Unanswered extends Error {
  constructor(rest: string) {
    super(`no answer within ${patience} ms${rest === '' ? '' : `, only ${JSON.stringify(rest)}`}`)
  }
}

const statusLine = /^HTTP\/1\.[01] ([1-5]\d\d) ([\t\x20-\x7e\x80-\xff]*)$/
const field = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*?)[ \t]*$/
const chunkLine = /^([0-9A-Fa-f]+)$/

interface Parsed {
  readonly answer: Answer
  readonly next: number
}

/** Reads one answer from `start`; `null` while it is incomplete. */
function readAnswer(text: string, start: number, isHead: boolean, isOver: boolean): Parsed | null {
  const end = text.indexOf('\r\n\r\n', start)
  if (end === -1) return null
  const [first = '', ...lines] = text.slice(start, end).split('\r\n')
  const status = statusLine.exec(first)
  if (status === null) throw new Malformed(`status line ${JSON.stringify(first)}`)
  const headers = new Map<string, string[]>()
  for (const line of lines) {
    const match = field.exec(line)
    if (match === null) throw new Malformed(`field ${JSON.stringify(line)}`)
    const [, name = '', value = ''] = match
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value])
  }
  const body = readBody(text, end + 4, Number(status[1]), headers, isHead, isOver)
  return body === null
    ? null
    : {
        answer: { status: Number(status[1]), headers, body: Buffer.from(body.text, 'latin1').toString() },
        next: body.next
      }
}

function readBody(
  text: string,
  start: number,
  status: number,
  headers: ReadonlyMap<string, readonly string[]>,
  isHead: boolean,
  isOver: boolean
): { text: string; next: number } | null {
  const coding = headers.get('transfer-encoding')
  const length = headers.get('content-length')
  if (coding !== undefined && length !== undefined) throw new Malformed('both content-length and transfer-encoding')
  if (length !== undefined && (length.length > 1 || !/^\d+$/.test(length[0] as string)))
    throw new Malformed(`content-length ${length}`)
  if (isHead || status < 200 || status === 204 || status === 304) return { text: '', next: start }
  if (coding !== undefined) {
    if (coding.join() !== 'chunked') throw new Malformed(`transfer-encoding ${coding}`)
    return readChunks(text, start)
  }
  if (length === undefined) return isOver ? { text: text.slice(start), next: text.length } : null
  const next = start + Number(length[0])
  return next > text.length ? null : { text: text.slice(start, next), next }
}

function readChunks(text: string, start: number): { text: string; next: number } | null {
  let body = ''
  for (let position = start; ; ) {
    const end = text.indexOf('\r\n', position)
    if (end === -1) return null
    const line = chunkLine.exec(text.slice(position, end))
    if (line === null) throw new Malformed(`chunk ${JSON.stringify(text.slice(position, end))}`)
    const size = Number.parseInt(line[1] as string, 16)
    if (size === 0) {
      const last = text.indexOf('\r\n\r\n', end)
      return last === -1 ? null : { text: body, next: last + 4 }
    }
    const next = end + 2 + size
    if (next + 2 > text.length) return null
    if (text.slice(next, next + 2) !== '\r\n') throw new Malformed('a chunk longer than its size')
    body += text.slice(end + 2, next)
    position = next + 2
  }
}

/** A connection: what is sent on it, and the answers that have arrived. Informational answers are passed over. */
export class Connection {
  readonly socket: Socket
  readonly closed: Promise<void>
  isClosed = false
  #text = ''
  #position = 0
  #wake: () => void = () => {}

  constructor(port: number, { halfOpen = false }: { halfOpen?: boolean } = {}) {
    this.socket = connect({ port, host: '127.0.0.1', allowHalfOpen: halfOpen })
    this.socket.on('data', (bytes) => {
      this.#text += bytes.toString('latin1')
      this.#wake()
    })
    this.socket.on('error', () => {})
    this.closed = new Promise((resolve) => {
      this.socket.on('close', () => {
        this.isClosed = true
        this.#wake()
        resolve()
      })
    })
    if (halfOpen) this.socket.on('end', () => this.socket.end())
  }

  send(bytes: string | Buffer): this {
    this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
    return this
  }

  /** The next answer; `null` when the connection closes before it. A part of an answer counts as none. */
  async read(isHead = false): Promise<Answer | null> {
    for (;;) {
      const parsed = readAnswer(this.#text, this.#position, isHead, this.isClosed)
      if (parsed !== null) {
        this.#position = parsed.next
        if (parsed.answer.status >= 200) return parsed.answer
      } else if (this.isClosed) return null
      else await this.#more()
    }
  }

  /** A server that leaves a client without an answer is a defect, and no test should wait for its own end to hear of it. */
  async #more(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Unanswered(this.rest)), patience)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** What has arrived and is no complete answer. */
  get rest(): string {
    return this.#text.slice(this.#position)
  }

  destroy(): void {
    this.socket.destroy()
  }
}

/** Sends `bytes` on a connection of its own and answers the first answer, `null` if there is none. */
export async function ask(port: number, bytes: string | Buffer, isHead = false): Promise<Answer | null> {
  const connection = new Connection(port).send(bytes)
  try {
    return await connection.read(isHead)
  } finally {
    connection.destroy()
  }
}

export interface Message {
  readonly method?: string
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly body?: string | Buffer
}

/** Writes a request; a body is declared by its length unless the headers say otherwise. */
export function request(target: string, { method = 'GET', headers = [], body }: Message = {}): Buffer {
  const names = headers.map(([name]) => name.toLowerCase())
  const lines = [`${method} ${target} HTTP/1.1`]
  if (!names.includes('host')) lines.push('Host: localhost')
  for (const [name, value] of headers) lines.push(`${name}: ${value}`)
  const bytes = body === undefined ? null : Buffer.from(body as string)
  if (bytes !== null && !names.includes('content-length') && !names.includes('transfer-encoding'))
    lines.push(`Content-Length: ${bytes.length}`)
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes ?? Buffer.alloc(0)])
}

/** Opens an app on a free port. */
export async function portOf(app: { listen(options: object): Promise<string> }): Promise<number> {
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}
