/** Runs one scenario against a stock server and a light one that share a handler, over raw sockets, and hands back what each client received. */
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { createLightServer, onFinished } from '../../../src/adapter/light/index.ts'
import { arrival, until } from '../../until.ts'

/** What a handler notes of the messages it sees; the notes of both servers must be equal too. */
export type Note = (...values: unknown[]) => void
export type Handler = (request: IncomingMessage, response: ServerResponse, note: Note, server: Server) => void

export interface Outcome {
  readonly output: string
  readonly notes: readonly string[]
}

/** A step of a client: bytes to send, something to wait for in what was received, or an action on the socket. */
export type Step = string | Buffer | RegExp | ((socket: Socket, server: Server, notes: readonly string[]) => unknown)

export interface Options extends ServerOptions {
  /** Changes the server before it listens; what it hands back undoes what reaches further than the server. */
  readonly prepare?: (server: Server, note: Note) => unknown
}

export function lightServer(
  options: ServerOptions,
  listener: (request: IncomingMessage, response: ServerResponse) => void
): Server {
  const server = createLightServer(options, listener)
  assert.ok(server, 'the self-test passes on this Node')
  return server
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

/** A step that waits until something was noted. */
export const noted =
  (pattern: RegExp): Step =>
  async (_socket, _server, notes) => {
    await until(() => notes.some((note) => pattern.test(note)), String(pattern))
  }

/** A client over a bare socket, and what it has received. */
class Client {
  readonly socket: Socket
  readonly closed: Promise<unknown>
  received = ''
  #isClosed = false
  #wake: () => void = () => {}

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1')
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

/** Plays the steps on a new connection and answers everything received, when they are over and the connection has closed. */
export async function talk(
  port: number,
  steps: readonly Step[],
  server: Server,
  notes: readonly string[] = []
): Promise<string> {
  const client = new Client(port)
  const { socket } = client
  const play = async (): Promise<void> => {
    await new Promise((resolve) => socket.once('connect', resolve))
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

/** Leaves out what the clock and the packets decide: dates, and where a streamed body is cut into chunks. Long runs are shortened to be read. */
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

async function run(
  make: typeof lightServer,
  handler: Handler,
  steps: readonly Step[],
  options: Options
): Promise<Outcome> {
  const { prepare, ...serverOptions } = options
  const notes: string[] = []
  const note: Note = (...values) => notes.push(JSON.stringify(values))
  const server = make(serverOptions, (request, response) => handler(request, response, note, server))
  const undo = prepare?.(server, note)
  const output = await talk(await listen(server), steps, server, notes)
  await close(server)
  if (typeof undo === 'function') undo()
  return { output, notes }
}

/** Plays the steps on both servers, holds them to the same bytes and notes, and hands back the light outcome. */
export async function onBoth(handler: Handler, steps: readonly Step[], options: Options = {}): Promise<Outcome> {
  const stock = await run(createServer as typeof lightServer, handler, steps, options)
  const light = await run(lightServer, handler, steps, options)
  assert.deepEqual(light, stock)
  return light
}

/** As `onBoth`, for a test that needs no more than that the outcomes are the same. */
export async function same(...scenario: Parameters<typeof onBoth>): Promise<void> {
  await onBoth(...scenario)
}

export const get = (path: string, ...lines: string[]): string =>
  ['GET ', path, ' HTTP/1.1\r\nHost: x\r\n', ...lines.map((line) => `${line}\r\n`), '\r\n'].join('')

export const post = (path: string, body: string, ...lines: string[]): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n${body}`

/** The last request of a scenario: the server closes the connection after it. */
export const last = get('/last', 'Connection: close')

/** What can go wrong with a callback's error, short enough to be noted. */
export const codeOf = (error: Error | null | undefined): unknown => error && (error as NodeJS.ErrnoException).code

/** Notes when a client has left before its request was read to the end. Who listens gets a stock request. */
export function watchRequest(request: IncomingMessage, note: () => void): void {
  request.on('close', () => request.aborted && note())
}

/** Notes the end of an answer; it stays light. */
export function watchResponse(response: ServerResponse, note: Note): void {
  onFinished(response, (error) => note('finished', codeOf(error)))
}

/** Notes everything that can happen to an exchange. */
export function watch(request: IncomingMessage, response: ServerResponse, note: Note): void {
  watchRequest(request, () => note('aborted', request.aborted, request.destroyed))
  watchResponse(response, note)
}

/** A step that breaks the connection off. */
export const leave: Step = (socket) => socket.destroy()
