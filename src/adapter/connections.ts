/**
 * Tracks the connections of a server, to close them when the app closes. Requests in progress get a bounded time, and idle connections are closed.
 * Node's `server.close()` is not enough:
 * - It waits for connections on which the client has not sent a request yet.
 * - It waits for keep-alive connections that become idle after the call.
 * - It cuts off responses that were written but not yet sent.
 */
import type { EventEmitter } from 'node:events'
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import { OpenList } from '../base/open-list.ts'
import { laneOf } from './lane/index.ts'
import type { Server } from './node-server.ts'
import { readAheadOf } from './read-ahead.ts'

/** In milliseconds: while the app closes, a client may take this long to complete the head of a request. */
const grace = 500
const interval = 50

/** Internals of Node. `parser` is `null` after an upgrade, and `_httpMessage` is the response in progress. */
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

/** The error code CANCEL (RFC 9113 §7). */
const cancel = 8

/** The stream state `NGHTTP2_STREAM_STATE_IDLE`. Node reports it for streams that the session has removed, such as after RST_STREAM. */
const idle = 1

/** In milliseconds: how long the last bytes of a stream that looks reset may wait for the socket. */
const longestUnsent = 30_000

/** Assigned to `socket._httpMessage`: Node then counts the connection as busy, and does not close it as idle. */
const inProgress = { finished: false }

export class Connections {
  readonly #server: Server
  readonly #longestStall: number
  readonly #opened = new Map<HttpSocket, number>()
  /** Sockets that only carry TLS or HTTP/2. Requests are tracked by the `TLSSocket` or the HTTP/2 streams instead. */
  readonly #carriers = new WeakSet<HttpSocket>()
  readonly #streams = new OpenList<ServerHttp2Stream>()
  readonly #stalled = new WeakMap<HttpSocket | ServerHttp2Stream, { readonly mark: number; readonly since: number }>()
  readonly #sessions = new Set<ServerHttp2Session>()
  readonly #forget: (this: HttpSocket) => void
  #timer: NodeJS.Timeout | null = null
  #since = 0
  #keptUntil = 0

  /** @param longestStall in milliseconds: while the app closes, clients that read nothing for this long are disconnected; 0 for no limit */
  constructor(server: Server, longestStall: number) {
    this.#server = server
    this.#longestStall = longestStall || Number.POSITIVE_INFINITY
    const opened = this.#opened
    // One shared listener for all sockets: a closure for each would add 230 bytes to every idle connection.
    this.#forget = function () {
      opened.delete(this)
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
    // With TLS, HTTP runs on the `TLSSocket` of this event. The `connection` event has only the TCP socket below it.
    secureConnection: (socket: HttpSocket & { readonly alpnProtocol?: unknown }): void => {
      this.#trackSocket(socket)
      if (socket.alpnProtocol === 'h2') this.#carriers.add(socket)
    },
    session: (session: ServerHttp2Session): void => {
      this.#sessions.add(session)
      session.once('close', () => this.#sessions.delete(session))
    },
    stream: (stream: ServerHttp2Stream): void => {
      stream.on('aborted', endResetLater).on('end', endResetLater).on('close', this.#streams.add(stream))
    }
  }

  /** Keeps idle connections open for this time, because a client may be about to send a request. */
  keepIdle(milliseconds: number): void {
    this.#keptUntil = performance.now() + milliseconds
  }

  /** Closes idle connections repeatedly until `stop()`. @param force also refuses new HTTP/2 streams at once */
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

  /** Calls `note` for each response in progress and each upgraded socket. `cut` destroys that response or socket. */
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

  /** Removes the listeners, because a `serverFactory` may pass the same server to the next app. */
  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
    for (const [event, listener] of Object.entries(this.#listeners)) this.#server.off(event, listener)
  }

  /** Replaces `closeIdleConnections`. Node's method would also close connections whose response is still being sent. */
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
      // A head may be arriving on a connection that has sent bytes. Its grace period begins when the app starts to close.
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
    // `stream.writableLength` does not show whether the client reads. The bytes written to the socket of the session do.
    for (const stream of this.#streams)
      note(stream, stream.writableLength && (stream.session?.socket.bytesWritten ?? 0))
  }
}

/** In bytes. During one large write, only `writeQueueSize` falls as the client reads; `writableLength` stays the same. */
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

/** After a refused upgrade, Node does not read from the socket, and so does not notice that the client disconnects. */
function isRefused(message: Message | null | undefined): boolean {
  return message?.writableEnded === true && message.statusCode !== 101
}

/**
 * Works around Node, which keeps a stream open if the client resets it during a write. Node 26 closes it, and Node 24 does if the response has ended.
 * The stream of a complete response looks the same while its last bytes wait for the socket.
 */
function endReset(stream: ServerHttp2Stream): void {
  if (stream.destroyed || stream.state.state !== idle) return
  const socket: HttpSocket | undefined = stream.session?.socket
  if (stream.aborted || !socket?._handle?.writeQueueSize) stream.destroy()
  else setTimeout(() => stream.destroy(), longestUnsent).unref()
}

function endResetLater(this: ServerHttp2Stream): void {
  setImmediate(endReset, this)
}
