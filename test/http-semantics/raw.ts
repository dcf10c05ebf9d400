// Conversations with a server in raw bytes: what is written is what arrives, and what comes back is read by the grammar.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { readAnswer as parse } from '../security/answer.ts'
import { arrival, closeOf } from '../until.ts'

export interface RawAnswer {
  readonly status: number
  readonly version: string
  /** Values by name in lower case; a field that came twice has two. */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>
  /** The content, without its framing. */
  readonly body: string
  readonly trailers: string
}

/** The value of a field, `null` where the answer has none. */
export const fieldOf = (answer: RawAnswer, name: string) => answer.headers[name]?.join() ?? null

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
      await arrival(this.#more(), String(pattern))
    }
    return this.received
  }

  /** Settles when more has come, or nothing will. */
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

  /** Waits until the server has closed the connection. */
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

/** Sends bytes on a connection of their own, and answers what came until the server closed it. */
export async function talk(origin: string, bytes: string): Promise<string> {
  return (await converse(origin)).send(bytes).closed()
}

/** A request after which the connection stays open. */
export function get(target: string, fields = ''): string {
  return `GET ${target} HTTP/1.1\r\nHost: a.test\r\n${fields}\r\n`
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

/** Reads the first answer of what came back; answers it and the bytes behind it. */
export function readAnswer(text: string, method: string): [RawAnswer, rest: string] {
  const answer = parse(text, 0, method === 'HEAD', true)
  if (answer === null) throw new Error(`no complete answer: ${JSON.stringify(text)}`)
  const { next, headers, ...others } = answer
  return [{ ...others, headers: Object.fromEntries(headers) }, text.slice(next)]
}

/** The answers in a text, in their order. */
export function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  for (let rest = text; rest !== ''; ) {
    const [answer, behind] = readAnswer(rest, 'GET')
    answers.push(answer)
    rest = behind
  }
  return answers
}
