// Conversations with a server in raw bytes: what is written is what arrives, and what comes back is read as HTTP/1 says.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  readonly status: number
  readonly version: string
  /** Values by name in lower case; a field that came twice has two. */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>
  /** The content, without its framing. */
  readonly body: string
  readonly trailers: string
}

export class Conversation {
  readonly socket: Socket
  received = ''

  constructor(socket: Socket) {
    this.socket = socket
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      this.received += text
    })
    socket.on('error', () => {})
  }

  send(text: string): this {
    this.socket.write(text, 'latin1')
    return this
  }

  /** Waits until what came back matches; fails when the server closes before. */
  async until(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.received)) {
      if (this.socket.closed) throw new Error(`closed before ${pattern}: ${JSON.stringify(this.received)}`)
      await Promise.race([once(this.socket, 'data'), once(this.socket, 'close')])
    }
    return this.received
  }

  /** Waits until the server has closed the connection. */
  async closed(): Promise<string> {
    if (!this.socket.closed) await once(this.socket, 'close')
    return this.received
  }
}

export async function converse(origin: string): Promise<Conversation> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return new Conversation(socket)
}

/** Sends bytes on a connection of their own, and answers what came until the server closed it. */
export async function talk(origin: string, bytes: string): Promise<string> {
  return (await converse(origin)).send(bytes).closed()
}

/** A request without content, after which the connection is closed. */
export function lastRequest(method: string, target: string, version = '1.1'): string {
  return `${method} ${target} HTTP/${version}\r\nHost: a.test\r\nConnection: close\r\n\r\n`
}

/** Sends one request and reads its answer. */
export async function ask(
  origin: string,
  bytes: string,
  method = bytes.slice(0, bytes.indexOf(' '))
): Promise<RawAnswer> {
  const text = await talk(origin, bytes)
  const [answer, rest] = readAnswer(text, method)
  if (rest !== '') throw new Error(`bytes behind the answer: ${JSON.stringify(rest)} of ${JSON.stringify(text)}`)
  return answer
}

function readHeaders(lines: readonly string[]): Record<string, string[]> {
  const headers: Record<string, string[]> = {}
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? []
    if (name === '') throw new Error(`not a field: ${JSON.stringify(line)}`)
    headers[name.toLowerCase()] = [...(headers[name.toLowerCase()] ?? []), value]
  }
  return headers
}

/** Reads the first answer of what came back (RFC 9112 §6.3); answers it and the bytes behind it. */
export function readAnswer(text: string, method: string): [RawAnswer, rest: string] {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) throw new Error(`no complete head: ${JSON.stringify(text)}`)
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const [, version = '', code = ''] = /^HTTP\/(\d\.\d) (\d{3}) /.exec(first) ?? []
  const status = Number(code)
  const headers = readHeaders(lines)
  const rest = text.slice(end + 4)
  const hasContent = method !== 'HEAD' && status >= 200 && status !== 204 && status !== 304
  const [body, trailers, behind] = hasContent ? readContent(rest, headers) : ['', '', rest]
  return [{ status, version, headers, body, trailers }, behind]
}

function readContent(text: string, headers: Record<string, string[]>): [body: string, trailers: string, rest: string] {
  if (headers['transfer-encoding'] !== undefined) return readChunks(text)
  const [length] = headers['content-length'] ?? []
  if (length === undefined) return [text, '', '']
  if (text.length < Number(length)) throw new Error(`${text.length} of ${length} bytes came`)
  return [text.slice(0, Number(length)), '', text.slice(Number(length))]
}

function readChunks(given: string): [body: string, trailers: string, rest: string] {
  let text = given
  let body = ''
  for (;;) {
    const [line, size] = /^([0-9a-f]+)\r\n/i.exec(text) ?? []
    if (line === undefined) throw new Error(`not a chunk: ${JSON.stringify(text)}`)
    const length = Number.parseInt(size as string, 16)
    text = text.slice(line.length)
    if (length === 0) break
    body += text.slice(0, length)
    text = text.slice(length + 2)
  }
  const end = text.startsWith('\r\n') ? 0 : text.indexOf('\r\n\r\n') + 2
  return [body, text.slice(0, end), text.slice(end + 2)]
}
