/**
 * The connections of a server, so that closing ends in bounded time: those with a request are waited for, the others are not.
 *
 * Node closes idle connections by itself once, when closing begins. It does not count a connection that has never sent a request as idle, and it
 * does not come back to one that becomes idle later, such as when a stream ends whose head had promised to keep the connection.
 */
import type { ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import type { Server } from './node-server.ts'

/** In milliseconds: how long the head of a request may take that has not arrived when closing begins. */
const grace = 500
const interval = 50

/** What Node's HTTP server keeps on a socket: its parser until the socket is upgraded, and the answer in progress. */
type HttpSocket = Socket & { parser?: object | null; _httpMessage?: object | null }

export class Connections {
  readonly #server: Server
  readonly #opened = new Map<Socket, number>()
  readonly #sessions = new Set<ServerHttp2Session>()
  #timer: NodeJS.Timeout | null = null
  #since = 0

  constructor(server: Server) {
    this.#server = server
    const note = (socket: Socket) => {
      this.#opened.set(socket, performance.now())
      socket.once('close', () => this.#opened.delete(socket))
    }
    server.on('connection', note)
    // Behind TLS the socket that carries HTTP is another one.
    server.on('secureConnection', note)
    server.on('session', (session: ServerHttp2Session) => {
      this.#sessions.add(session)
      session.once('close', () => this.#sessions.delete(session))
    })
  }

  /**
   * Begins to end the connections without a request, until `stop` is called.
   *
   * @param force refuses new streams of open sessions from now on, without waiting for those on their way
   */
  drain(force: boolean): void {
    if (force) this.#endSessions()
    this.#since = performance.now()
    this.#endUnused()
    this.#timer ??= setInterval(() => {
      this.#server.closeIdleConnections?.()
      this.#endSessions()
      this.#endUnused()
    }, interval)
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }

  /** A session takes no new streams from here on and ends with its last one; what was on its way when closing began has arrived. */
  #endSessions(): void {
    for (const session of this.#sessions) if (!session.closed) session.close()
  }

  #endUnused(): void {
    const now = performance.now()
    for (const [socket, opened] of this.#opened) {
      // A head that has begun to arrive when closing begins gets its time too.
      const since = socket.bytesRead === 0 ? opened : this.#since
      if (now - since >= grace && isUnused(socket)) socket.destroy()
    }
  }
}

/** Whether no request of a connection is being answered, nor another protocol spoken on it. */
function isUnused({ bytesRead, parser, _httpMessage }: HttpSocket): boolean {
  if (parser === undefined || parser === null) return bytesRead === 0
  return _httpMessage === undefined || _httpMessage === null
}
