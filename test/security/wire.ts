/** A client over a bare socket: it sends bytes unchanged and reads responses by the grammar of RFC 9112 alone. */
import { connect, type Socket } from 'node:net'
import { loadavg } from 'node:os'
import { readAnswer } from './answer.ts'

export interface Answer {
  readonly status: number
  /** Every field by its lower-cased name, in the order of arrival. */
  readonly headers: ReadonlyMap<string, readonly string[]>
  readonly body: string
}

/** Milliseconds that a client waits for the next bytes of an answer: on a busy machine a server has its share of the processor only. */
export const patience = () => 10_000 * Math.max(1, loadavg()[0] as number)

class Unanswered extends Error {
  constructor(rest: string, waited: number) {
    super(`no answer within ${waited} ms${rest === '' ? '' : `, only ${JSON.stringify(rest)}`}`)
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
        const { status, headers, body, next } = parsed
        this.#position = next
        if (status >= 200) return { status, headers, body: Buffer.from(body, 'latin1').toString() }
      } else if (this.isClosed) return null
      else await this.#more()
    }
  }

  /** A server that leaves a client without an answer is a defect, and no test should wait for its own end to hear of it. */
  async #more(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const waits = patience()
      const timer = setTimeout(() => reject(new Unanswered(this.rest, waits)), waits)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** The received bytes after the last complete response. */
  get rest(): string {
    return this.#text.slice(this.#position)
  }

  destroy(): void {
    this.socket.destroy()
  }
}

/** Sends `bytes` on a new connection and returns the first response; `null` without a response. */
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
