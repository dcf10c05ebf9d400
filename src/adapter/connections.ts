/**
 * The connections of a server. While the app closes, a request in progress may finish in bounded time, and other connections are ended. Node's own
 * `close()` is not enough:
 * - It waits for connections that have had no request yet.
 * - It waits for connections that become idle later, if their response promised keep-alive.
 * - It cuts off responses that were written but not yet sent.
 */
import type { EventEmitter } from 'node:events'
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import { laneOf } from './lane/index.ts'
import type { Server } from './node-server.ts'
import { readAheadOf } from './read-ahead.ts'

/** In milliseconds: how long a client may still send the rest of a head while the app closes. */
const grace = 500
const interval = 50

/** Internals of Node: the parser (`null` once the socket is upgraded), and the response in progress. */
type HttpSocket = Socket & {
  parser?: object | null
  _httpMessage?: Message | null
  _handle?: { readonly writeQueueSize?: number } | null
}

interface Message {
  readonly finished?: boolean
  readonly headersSent?: boolean
  readonly statusCode?: number
  readonly writableEnded?: boolean
}

type Listener = Parameters<EventEmitter['on']>[1]

/** CANCEL (RFC 9113 §7). */
const cancel = 8

/** `NGHTTP2_STREAM_STATE_IDLE`: the `state.state` of a stream that its session has already removed, such as after a reset. */
const idle = 1

/** Set as `_httpMessage` of a socket, so that Node considers the connection busy. */
const inProgress = { finished: false }

export class Connections {
  readonly #server: Server
  readonly #longestStall: number
  readonly #opened = new Map<HttpSocket, number>()
  /** Sockets that carry TLS or HTTP/2. Their requests belong to the TLS socket or to the HTTP/2 streams. */
  readonly #carriers = new WeakSet<HttpSocket>()
  readonly #streams = new Set<ServerHttp2Stream>()
  readonly #stalled = new Map<HttpSocket | ServerHttp2Stream, { readonly mark: number; readonly since: number }>()
  readonly #sessions = new Set<ServerHttp2Session>()
  readonly #forget: (this: HttpSocket) => void
  #timer: NodeJS.Timeout | null = null
  #since = 0
  #keptUntil = 0

  /** @param longestStall in milliseconds: while the app closes, a client that accepts no bytes for this long is disconnected; 0 for no limit */
  constructor(server: Server, longestStall: number) {
    this.#server = server
    this.#longestStall = longestStall || Number.POSITIVE_INFINITY
    const opened = this.#opened
    const stalled = this.#stalled
    // All sockets share one listener. A listener for each would cost an idle connection 230 bytes.
    this.#forget = function () {
      opened.delete(this)
      stalled.delete(this)
    }
    this.#keepSending()
    for (const [event, listener] of Object.entries(this.#listeners)) server.on(event, listener)
  }

  readonly #trackSocket = (socket: HttpSocket): void => {
    readAheadOf(socket)
    this.#opened.set(socket, Math.floor(performance.now()))
    socket.on('close', this.#forget)
  }

  readonly #listeners: Readonly<Record<string, Listener>> = {
    connection: (socket: HttpSocket): void => {
      this.#trackSocket(socket)
      if ('setSecureContext' in this.#server || 'updateSettings' in this.#server) this.#carriers.add(socket)
    },
    // With TLS, HTTP runs on this socket, and not on that of the `connection` event.
    secureConnection: (socket: HttpSocket & { readonly alpnProtocol?: unknown }): void => {
      this.#trackSocket(socket)
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
        this.#stalled.delete(stream)
      })
    }
  }

  /** A client of an unused connection may be about to send a request. */
  keepIdle(milliseconds: number): void {
    this.#keptUntil = performance.now() + milliseconds
  }

  /** Ends unused connections, from now on until `stop`. @param force refuses new HTTP/2 streams at once, and not from the first tick */
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

  /** Calls `note` for each response in progress and each upgraded socket, with a function that ends it. */
  eachOpenExchange(note: (what: object, cut: () => void) => void): void {
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
    return !socket.parser && socket.bytesRead > 0 && !this.#carriers.has(socket) && laneOf(socket) === undefined
  }

  /** A `serverFactory` may return the same server for the next app. */
  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
    for (const [event, listener] of Object.entries(this.#listeners)) this.#server.off(event, listener)
  }

  /** Node's `closeIdleConnections` would also end connections whose response is still being sent. */
  #keepSending(): void {
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

  #endSessions(): void {
    for (const session of this.#sessions) if (!session.closed) session.close()
  }

  #endUnused(): void {
    const now = performance.now()
    for (const [socket, opened] of this.#opened) {
      // After the first bytes, a head may be arriving, so `grace` begins with closing.
      const since = socket.bytesRead === 0 ? opened : this.#since
      if (now - since >= grace && isUnused(socket)) socket.destroy()
    }
  }

  #endStalled(): void {
    const now = performance.now()
    const note = (writing: HttpSocket | ServerHttp2Stream, mark: number) => {
      const before = this.#stalled.get(writing)
      if (mark === 0) this.#stalled.delete(writing)
      else if (before?.mark !== mark) this.#stalled.set(writing, { mark, since: now })
      else if (now - before.since >= this.#longestStall) writing.destroy()
    }
    for (const socket of this.#opened.keys()) note(socket, unsentBytes(socket) + Number(socket.writableEnded))
    // A stream's own buffer does not show whether the client reads. The bytes written to the session's socket do.
    for (const stream of this.#streams)
      note(stream, stream.writableLength && (stream.session?.socket.bytesWritten ?? 0))
  }
}

/** In bytes. `writeQueueSize` falls as bytes are sent, while `writableLength` stays the same during one large write. */
function unsentBytes({ writableLength, _handle }: HttpSocket): number {
  return writableLength === 0 ? 0 : (_handle?.writeQueueSize ?? writableLength)
}

function isUnused(socket: HttpSocket): boolean {
  const lane = laneOf(socket)
  if (lane !== undefined) return lane.isUnused
  const { bytesRead, parser, _httpMessage, writableLength } = socket
  if (!parser) return bytesRead === 0 || (writableLength === 0 && isRefused(_httpMessage))
  return _httpMessage === undefined || _httpMessage === null
}

/** Whether an upgrade was refused. Node reads nothing from such a socket, and would never notice that the client has disconnected. */
function isRefused(message: Message | null | undefined): boolean {
  return message?.writableEnded === true && message.statusCode !== 101
}

/** Node before 26 keeps a stream open that the client has reset during a write. */
function endReset(stream: ServerHttp2Stream): void {
  if (stream.state.state === idle) stream.destroy()
}
