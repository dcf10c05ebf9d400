/** Runs a scenario over TCP and TLS against a server of Node and one whose connections are in the lane, with a handler on Node's objects. */
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { openLane, reusingClasses } from '../../../src/adapter/lane/index.ts'
import { asClient, https } from '../../shared-key.ts'
import { arrival, until } from '../../until.ts'
import { onFinished } from './node-messages.ts'

/** The notes of a handler. Those of both servers must be equal, too. */
export type Note = (...values: unknown[]) => void
export type Handler = (request: IncomingMessage, response: ServerResponse, note: Note, server: Server) => void

export interface Outcome {
  readonly output: string
  readonly notes: readonly string[]
}

/** Bytes to send, something to wait for, or an action on the socket. */
export type Step = string | Buffer | RegExp | ((socket: Socket, server: Server, notes: readonly string[]) => unknown)

export interface Options extends ServerOptions {
  /** Changes the server before it listens. Returns a function that undoes changes outside the server. */
  readonly prepare?: (server: Server, note: Note) => unknown
  /** Omits TLS, whose server lacks the tested feature. */
  readonly isPlain?: boolean
}

type Make = (options: ServerOptions, listener: (request: IncomingMessage, response: ServerResponse) => void) => Server

const overKey = (make: Make): Make => {
  return (options, listener) => make({ ...https, ...options }, listener)
}

const makePassing =
  (create: Make, event: 'connection' | 'secureConnection'): Make =>
  (options, listener) => {
    const server = create({ ...options, ...reusingClasses }, listener)
    openLane(server, event, (exchange) => listener(exchange.exposeRequest(), exchange.exposeResponse()))
    return server
  }

export const passingServer: Make = makePassing(createServer, 'connection')

interface Pair {
  readonly stock: Make
  readonly passing: Make
}

const plain: Pair = { stock: createServer, passing: passingServer }
const encrypted: Pair = {
  stock: overKey(createTlsServer as Make),
  passing: overKey(makePassing(createTlsServer as Make, 'secureConnection'))
}

export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

export async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await closed
}

export const noted =
  (pattern: RegExp): Step =>
  async (_socket, _server, notes) => {
    await until(() => notes.some((note) => pattern.test(note)), String(pattern))
  }

class Client {
  readonly socket: Socket
  readonly closed: Promise<unknown>
  received = ''
  #isClosed = false
  #wake: () => void = () => {}

  constructor(port: number, isEncrypted: boolean) {
    const to = { port, host: '127.0.0.1' }
    this.socket = isEncrypted ? connectTls({ ...asClient, ...to }) : connect(to)
    this.socket.on('error', () => {})
    this.socket.on('data', (chunk) => {
      this.received += chunk.toString('latin1')
      this.#wake()
    })
    this.closed = new Promise((resolve) => this.socket.on('close', resolve)).then(() => {
      this.#isClosed = true
      this.#wake()
    })
  }

  async arrival(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.received) && !this.#isClosed) {
      const wakes = new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      await arrival(wakes, String(pattern))
    }
  }
}

export async function talk(
  port: number,
  steps: readonly Step[],
  server: Server,
  notes: readonly string[] = []
): Promise<string> {
  const isEncrypted = 'setSecureContext' in server
  const client = new Client(port, isEncrypted)
  const { socket } = client
  const play = async (): Promise<void> => {
    await new Promise((resolve) => socket.once(isEncrypted ? 'secureConnect' : 'connect', resolve))
    for (const step of steps) {
      if (step instanceof RegExp) await client.arrival(step)
      else if (typeof step === 'function') await step(socket, server, notes)
      else socket.write(step, 'latin1')
    }
  }
  const played = play()
  await client.closed
  await played
  return normalize(client.received)
}

/** Removes parts that depend on timing: dates, and where a streamed body is cut into chunks. Shortens long runs. */
function normalize(received: string): string {
  return received
    .replaceAll(/Date: [A-Z][^\r]*/g, 'Date: now')
    .split(/(?<=Transfer-Encoding: chunked\r\n(?:[^\r]+\r\n)*\r\n)/)
    .map((part, index) => (index === 0 ? part : mergeChunks(part)))
    .join('')
    .replaceAll(/(.)\1{99,}/gs, (run, of: string) => `<${run.length} × ${of}>`)
}

function mergeChunks(stream: string): string {
  let merged = ''
  let at = 0
  for (;;) {
    const head = /^([0-9a-f]+)\r\n/.exec(stream.slice(at, at + 12))
    const length = Number.parseInt(head?.[1] ?? '0', 16)
    if (head === null || length === 0) return merged + stream.slice(at)
    at += head[0].length
    merged += stream.slice(at, at + length)
    at += length + 2
  }
}

async function run(make: Make, handler: Handler, steps: readonly Step[], options: Options): Promise<Outcome> {
  const { prepare, isPlain: _, ...serverOptions } = options
  const notes: string[] = []
  const note: Note = (...values) => notes.push(JSON.stringify(values))
  const server = make(serverOptions, (request, response) => handler(request, response, note, server))
  const undo = prepare?.(server, note)
  const output = await talk(await listen(server), steps, server, notes)
  await close(server)
  if (typeof undo === 'function') undo()
  return { output, notes }
}

/** Requires the same bytes and notes from both servers of each pair. Returns the outcome of the lane over TCP. */
export async function onBoth(handler: Handler, steps: readonly Step[], options: Options = {}): Promise<Outcome> {
  const play = async ({ stock, passing }: Pair) => {
    const expected = await run(stock, handler, steps, options)
    const actual = await run(passing, handler, steps, options)
    assert.deepEqual(actual, expected)
    return actual
  }
  if (options.isPlain !== true) await play(encrypted)
  return play(plain)
}

export async function same(...scenario: Parameters<typeof onBoth>): Promise<void> {
  await onBoth(...scenario)
}

export const get = (path: string, ...lines: string[]): string =>
  ['GET ', path, ' HTTP/1.1\r\nHost: x\r\n', ...lines.map((line) => `${line}\r\n`), '\r\n'].join('')

export const post = (path: string, body: string, ...lines: string[]): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n${body}`

/** The server closes the connection after this request. */
export const last = get('/last', 'Connection: close')

export const codeOf = (error: Error | null | undefined): unknown => error && (error as NodeJS.ErrnoException).code

/** Notes a disconnect before the request was read. The listener needs a stock request. */
export function watchRequest(request: IncomingMessage, note: () => void): void {
  request.on('close', () => request.aborted && note())
}

export function watchResponse(response: ServerResponse, note: Note): void {
  onFinished(response, (error) => note('finished', codeOf(error)))
}

export function watch(request: IncomingMessage, response: ServerResponse, note: Note): void {
  watchRequest(request, () => note('aborted', request.aborted, request.destroyed))
  watchResponse(response, note)
}

export const leave: Step = (socket) => socket.destroy()
