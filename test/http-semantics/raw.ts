// Raw bytes to and from a server.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { readAnswer as parse } from '../security/answer.ts'
import { arrival, closeOf } from '../until.ts'

export interface RawResponse {
  readonly status: number
  readonly version: string
  /** By lower-case name, with all values of a repeated field. */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>
  readonly body: string
  readonly trailers: string
}

export const fieldOf = (answer: RawResponse, name: string) => answer.headers[name]?.join() ?? null

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

  /** Fails when the server closes before a match. */
  async until(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.received)) {
      if (this.socket.closed) throw new Error(`closed before ${pattern}: ${JSON.stringify(this.received)}`)
      await arrival(this.#more(), String(pattern))
    }
    return this.received
  }

  #more(): Promise<void> {
    const { socket } = this
    return new Promise((resolve) => {
      const settle = () => {
        socket.off('data', settle).off('close', settle)
        resolve()
      }
      socket.on('data', settle).on('close', settle)
    })
  }

  async closed(): Promise<string> {
    if (!this.socket.closed) await closeOf(this.socket)
    return this.received
  }
}

export async function converse(origin: string): Promise<Conversation> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return new Conversation(socket)
}

/** Returns the bytes that arrive until the server closes the connection. */
export async function talk(origin: string, bytes: string): Promise<string> {
  return (await converse(origin)).send(bytes).closed()
}

export function get(target: string, fields = ''): string {
  return `GET ${target} HTTP/1.1\r\nHost: a.test\r\n${fields}\r\n`
}

export function lastRequest(method: string, target: string, version = '1.1'): string {
  return `${method} ${target} HTTP/${version}\r\nHost: a.test\r\nConnection: close\r\n\r\n`
}

export async function ask(
  origin: string,
  bytes: string,
  method = bytes.slice(0, bytes.indexOf(' '))
): Promise<RawResponse> {
  const text = await talk(origin, bytes)
  const [answer, rest] = readAnswer(text, method)
  if (rest !== '') throw new Error(`bytes behind the answer: ${JSON.stringify(rest)} of ${JSON.stringify(text)}`)
  return answer
}

/** Returns the first response and the bytes after it. */
export function readAnswer(text: string, method: string): [RawResponse, rest: string] {
  const answer = parse(text, 0, method === 'HEAD', true)
  if (answer === null) throw new Error(`no complete answer: ${JSON.stringify(text)}`)
  const { next, headers, ...others } = answer
  return [{ ...others, headers: Object.fromEntries(headers) }, text.slice(next)]
}

export function answersIn(text: string): RawResponse[] {
  const answers: RawResponse[] = []
  for (let rest = text; rest !== ''; ) {
    const [answer, behind] = readAnswer(rest, 'GET')
    answers.push(answer)
    rest = behind
  }
  return answers
}
