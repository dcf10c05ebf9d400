/**
 * The connections of a server, which `close()` ends in bounded time. It waits for connections with a request, and ends the others.
 *
 * Node closes idle connections by itself once, when closing begins. That leaves three cases:
 * - A connection that has never sent a request does not count as idle.
 * - A connection that becomes idle later stays open, such as when a stream ends whose head had promised keep-alive.
 * - A connection counts as idle when its answer has been written and not yet sent.
 */
import type { EventEmitter } from 'node:events'
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import { laneOf } from './lane/index.ts'
import type { Server } from './node-server.ts'
import { isFree, readAheadOf } from './read-ahead.ts'

/** In milliseconds: when closing begins, the time that a request head which is arriving may still take. */
const grace = 500
const interval = 50

/** The members that Node's HTTP server keeps on a socket: its parser until the socket is upgraded, and the answer in progress. */
type HttpSocket = Socket & {
  parser?: object | null
  _httpMessage?: Message | null
  _handle?: { readonly writeQueueSize?: number } | null
}

/** The part of a response in progress that closing reads. */
interface Message {
  readonly finished?: boolean
  readonly headersSent?: boolean
  readonly statusCode?: number
  readonly writableEnded?: boolean
}

type Listener = Parameters<EventEmitter['on']>[1]

/** CANCEL (RFC 9113 §7). */
const cancel = 8

/** Node's constant for a stream that is not in its session (any more). */
const idle = 1

/** Marks a connection as busy for Node's check of idle connections. */
const inProgress = { finished: false }

export class Connections {
  readonly #server: Server
  readonly #patience: number
  readonly #opened = new Map<HttpSocket, number>()
  /** Sockets that carry TLS or HTTP/2. The HTTP messages are on other socket objects. */
  readonly #carriers = new WeakSet<HttpSocket>()
  readonly #streams = new Set<ServerHttp2Stream>()
  readonly #waiting = new Map<HttpSocket | ServerHttp2Stream, { readonly mark: number; readonly since: number }>()
  readonly #sessions = new Set<ServerHttp2Session>()
  #timer: NodeJS.Timeout | null = null
  #since = 0
  #keptUntil = 0

  /** @param patience in milliseconds: once closing has begun, a client that accepts no bytes for this long is disconnected; 0 is no limit */
  constructor(server: Server, patience: number) {
    this.#server = server
    this.#patience = patience || Number.POSITIVE_INFINITY
    this.#spareSending()
    for (const [event, note] of Object.entries(this.#notes)) server.on(event, note)
  }

  readonly #noteSocket = (socket: HttpSocket): void => {
    readAheadOf(socket)
    this.#opened.set(socket, performance.now())
    socket.once('close', () => {
      this.#opened.delete(socket)
      this.#waiting.delete(socket)
    })
  }

  readonly #notes: Readonly<Record<string, Listener>> = {
    connection: (socket: HttpSocket): void => {
      this.#noteSocket(socket)
      if ('setSecureContext' in this.#server || 'updateSettings' in this.#server) this.#carriers.add(socket)
    },
    // With TLS, HTTP runs on another socket object.
    secureConnection: (socket: HttpSocket & { readonly alpnProtocol?: unknown }): void => {
      this.#noteSocket(socket)
      if (socket.alpnProtocol === 'h2') this.#carriers.add(socket)
    },
    session: (session: ServerHttp2Session): void => {
      this.#sessions.add(session)
      session.once('close', () => this.#sessions.delete(session))
    },
    stream: (stream: ServerHttp2Stream): void => {
      this.#streams.add(stream)
      stream.once('aborted', () => setImmediate(endReset, stream))
      stream.once('close', () => {
        this.#streams.delete(stream)
        this.#waiting.delete(stream)
      })
    }
  }

  /** Keeps connections without a request open for some milliseconds more, because a request may be on its way. */
  keepIdle(milliseconds: number): void {
    this.#keptUntil = performance.now() + milliseconds
  }

  /**
   * Starts to end the connections without a request, until `stop` is called.
   *
   * @param force refuses new streams of open sessions from now on, without waiting for those on their way
   */
  drain(force: boolean): void {
    if (force) this.#endSessions()
    this.#since = Math.max(performance.now(), this.#keptUntil)
    this.#endUnused()
    this.#timer ??= setInterval(() => {
      this.#server.closeIdleConnections?.()
      this.#endSessions()
      this.#endUnused()
      this.#endStalled()
    }, interval)
  }

  /** Calls back for each response in progress and each upgraded socket, with a function that ends it. */
  eachOpenEnded(note: (what: object, cut: () => void) => void): void {
    for (const socket of this.#opened.keys()) {
      const { _httpMessage: message } = socket
      if (message ? message.headersSent && !message.writableEnded : this.#isHandedOver(socket))
        note(message ?? socket, () => socket.destroy())
    }
    for (const stream of this.#streams) {
      if (stream.headersSent && !stream.writableEnded) note(stream, () => stream.close(cancel))
    }
  }

  #isHandedOver(socket: HttpSocket): boolean {
    return isFree(socket.parser) && socket.bytesRead > 0 && !this.#carriers.has(socket) && laneOf(socket) === undefined
  }

  /** Removes the listeners from the server, which a factory may reuse for the next app. */
  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
    for (const [event, note] of Object.entries(this.#notes)) this.#server.off(event, note)
  }

  /** Keeps Node from ending connections whose response is still being sent. Node ends idle ones on close as well. */
  #spareSending(): void {
    const closeIdle = this.#server.closeIdleConnections?.bind(this.#server)
    if (closeIdle === undefined) return
    this.#server.closeIdleConnections = () => {
      if (performance.now() < this.#keptUntil) return
      const sending = [...this.#opened.keys()].filter(({ writableLength }) => writableLength > 0)
      const messages = sending.map(({ _httpMessage }) => _httpMessage)
      for (const socket of sending) socket._httpMessage = inProgress
      closeIdle()
      for (const [index, socket] of sending.entries()) socket._httpMessage = messages[index] ?? null
    }
  }

  /** Sessions accept no new streams from here on and end with their last stream. Requests that were on their way when closing began have arrived. */
  #endSessions(): void {
    for (const session of this.#sessions) if (!session.closed) session.close()
  }

  #endUnused(): void {
    const now = performance.now()
    for (const [socket, opened] of this.#opened) {
      // A head that is arriving when closing begins gets the same time.
      const since = socket.bytesRead === 0 ? opened : this.#since
      if (now - since >= grace && isUnused(socket)) socket.destroy()
    }
  }

  #endStalled(): void {
    const now = performance.now()
    const note = (writing: HttpSocket | ServerHttp2Stream, mark: number) => {
      const before = this.#waiting.get(writing)
      if (mark === 0) this.#waiting.delete(writing)
      else if (before?.mark !== mark) this.#waiting.set(writing, { mark, since: now })
      else if (now - before.since >= this.#patience) writing.destroy()
    }
    for (const socket of this.#opened.keys()) note(socket, unsentBytes(socket) + Number(socket.writableEnded))
    // The bytes sent on the connection show how fast its client reads. Bytes that a stream still buffers do not.
    for (const stream of this.#streams)
      note(stream, stream.writableLength && (stream.session?.socket.bytesWritten ?? 0))
  }
}

/** The bytes that the client has not accepted. While a socket sends one large write, its own count leaves that out. */
function unsentBytes({ writableLength, _handle }: HttpSocket): number {
  return writableLength === 0 ? 0 : (_handle?.writeQueueSize ?? writableLength)
}

/** Whether a connection has no request in progress and was not upgraded to another protocol. */
function isUnused(socket: HttpSocket): boolean {
  const lane = laneOf(socket)
  if (lane !== undefined) return lane.isUnused
  const { bytesRead, parser, _httpMessage, writableLength } = socket
  if (isFree(parser)) return bytesRead === 0 || (writableLength === 0 && isRefused(_httpMessage))
  return _httpMessage === undefined || _httpMessage === null
}

/**
 * Whether a request to upgrade was answered and nothing was upgraded.
 *
 * An example: an early hook refuses a request for `@fastify/websocket`. Node's parser is detached from that socket, so the server never notices that
 * the client has disconnected.
 */
function isRefused(message: Message | null | undefined): boolean {
  return message?.writableEnded === true && message.statusCode !== 101
}

/** Node before 26 keeps a stream that its client resets without an error while a write is under way. Its state is that of no stream then. */
function endReset(stream: ServerHttp2Stream): void {
  if (stream.state.state === idle) stream.destroy()
}
