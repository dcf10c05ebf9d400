/**
 * The connections of a server. While the app closes, a connection with a request in progress may finish that request, in bounded time. The other
 * connections are ended.
 *
 * When a server closes, Node ends its idle connections once. Three kinds of connections need more:
 * - A connection without any request so far does not count as idle, and Node leaves it open.
 * - A connection that becomes idle later also stays open, if its response promised keep-alive before closing began.
 * - A connection whose response has been written but not yet sent counts as idle, and Node would cut the response off.
 */
import type { EventEmitter } from 'node:events'
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import { laneOf } from './lane/index.ts'
import type { Server } from './node-server.ts'
import { isFree, readAheadOf } from './read-ahead.ts'

/** In milliseconds: how long a client may still send the rest of a request head after closing has begun. */
const grace = 500
const interval = 50

/** Internal properties of a socket of Node's HTTP server: its parser (`null` once the socket is upgraded) and the response in progress. */
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

/** The error code CANCEL of HTTP/2 (RFC 9113 §7). */
const cancel = 8

/** The `state.state` of an HTTP/2 stream that its session no longer has (`NGHTTP2_STREAM_STATE_IDLE`), such as a stream that the client has reset. */
const idle = 1

/** Set as `_httpMessage` of a socket, so that Node considers the connection busy. */
const inProgress = { finished: false }

export class Connections {
  readonly #server: Server
  readonly #longestStall: number
  readonly #opened = new Map<HttpSocket, number>()
  /**
   * Sockets without HTTP/1 requests of their own, because they carry TLS or HTTP/2. The requests belong to the TLS socket or to the HTTP/2 streams.
   */
  readonly #carriers = new WeakSet<HttpSocket>()
  readonly #streams = new Set<ServerHttp2Stream>()
  readonly #waiting = new Map<HttpSocket | ServerHttp2Stream, { readonly mark: number; readonly since: number }>()
  readonly #sessions = new Set<ServerHttp2Session>()
  readonly #forget = this.#makeForget()
  #timer: NodeJS.Timeout | null = null
  #since = 0
  #keptUntil = 0

  /** @param longestStall in milliseconds: while the app closes, a client that accepts no bytes for this long is disconnected; 0 for no limit */
  constructor(server: Server, longestStall: number) {
    this.#server = server
    this.#longestStall = longestStall || Number.POSITIVE_INFINITY
    this.#keepSending()
    for (const [event, listener] of Object.entries(this.#listeners)) server.on(event, listener)
  }

  /** Makes the 'close' listener that all sockets share. A listener for each socket would cost an idle connection 230 bytes. */
  #makeForget(): (this: HttpSocket) => void {
    const opened = this.#opened
    const waiting = this.#waiting
    return function forget() {
      opened.delete(this)
      waiting.delete(this)
    }
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
    // With TLS, HTTP runs on this socket, and not on the socket of the `connection` event.
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
        this.#waiting.delete(stream)
      })
    }
  }

  /** Keeps connections without a request open for this time, because a client may be about to send a request. */
  keepIdle(milliseconds: number): void {
    this.#keptUntil = performance.now() + milliseconds
  }

  /**
   * Ends the connections without a request, now and at each tick of a timer, until `stop` is called.
   *
   * @param force makes HTTP/2 sessions refuse new streams at once. Otherwise they do so from the first tick, so that streams on their way still
   * arrive.
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

  /** Calls `note` for each response in progress and each upgraded socket, with a function that ends the response or socket. */
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
    return isFree(socket.parser) && socket.bytesRead > 0 && !this.#carriers.has(socket) && laneOf(socket) === undefined
  }

  /** Removes the listeners from the server: a `serverFactory` may return the same server for the next app. */
  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
    for (const [event, listener] of Object.entries(this.#listeners)) this.#server.off(event, listener)
  }

  /** Overrides `closeIdleConnections`, because Node's method would also end connections whose response is still being sent. */
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

  /** Closes sessions of HTTP/2: they accept no new streams, and end with their last stream. */
  #endSessions(): void {
    for (const session of this.#sessions) if (!session.closed) session.close()
  }

  #endUnused(): void {
    const now = performance.now()
    for (const [socket, opened] of this.#opened) {
      // On a connection that has received bytes, a request head may be arriving, so it gets `grace` from the beginning of closing. A connection
      // without bytes gets `grace` from its opening.
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
      else if (now - before.since >= this.#longestStall) writing.destroy()
    }
    for (const socket of this.#opened.keys()) note(socket, unsentBytes(socket) + Number(socket.writableEnded))
    // A stream's own buffer does not show whether the client still reads. The bytes written to the session's socket do, and all its streams share
    // this socket.
    for (const stream of this.#streams)
      note(stream, stream.writableLength && (stream.session?.socket.bytesWritten ?? 0))
  }
}

/**
 * Returns how many bytes the client has not accepted yet. `writeQueueSize` falls as bytes are sent, while `writableLength` stays the same during one
 * large write.
 */
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
 * Whether a request to upgrade was refused: its response is complete and is not a 101.
 *
 * For example, an early hook refuses a request for `@fastify/websocket`. Node's parser is detached from the socket of such a request. So the server
 * never notices that the client has disconnected, and would wait for this connection when it closes.
 */
function isRefused(message: Message | null | undefined): boolean {
  return message?.writableEnded === true && message.statusCode !== 101
}

/** Destroys a stream that the client has reset. Node before 26 keeps such a stream open, in the state `idle`, if a write was in progress. */
function endReset(stream: ServerHttp2Stream): void {
  if (stream.state.state === idle) stream.destroy()
}
