/**
 * Keeps reading from HTTP/1 connections while their parser waits. A parser waits for the turn of a request, for a slow client, or for a handler that
 * does not read its body.
 *
 * Node stops reading such a socket. The operating system then does not report that the client has disconnected, and its handlers run on. So the bytes
 * are buffered here, up to a limit, and go to the parser later, in order.
 *
 * A client that resets the connection has disconnected. A client that closes it may have closed its sending side only, and may still read. It counts as
 * gone when none of its requests is in progress, as on a connection that is read. While bytes are being written, the operating system detects that.
 *
 * Relies on internals of Node, without which it stops reading:
 * - Its HTTP server unhooks its parser from the handle of a socket where another listener for 'data' is added.
 * - `net.Socket` passes on the bytes that it has read by `push`, and continues by `_read`.
 * - The HTTP server marks by `_paused` that it waits for a client to take answers.
 */
import { AsyncResource } from 'node:async_hooks'
import { Socket } from 'node:net'

/** In bytes: how much is buffered for a connection. */
const bound = 786_432
/** In bytes: shorter pieces are joined, because each one costs more than its bytes. */
const shortest = 4096
/** In milliseconds: how long a connection over the limit may make no progress while its requests wait. Then it is closed. */
const patience = 30_000

type HttpSocket = Socket & {
  readonly _paused?: boolean
  readonly parser?: object | null
  readonly server?: { readonly httpAllowHalfOpen?: boolean }
}

const ignore = (): void => {}

class ReadAhead extends AsyncResource {
  readonly #socket: HttpSocket
  #isHolding = false
  /** Whether requests wait for their turn. */
  #isStopped = false
  #isHandingOn = false
  /** Whether the client has closed its side. */
  #hasEnded = false
  #held: Buffer[] = []
  /** In bytes: the length of the buffered data. */
  #size = 0
  /** In bytes: how much had been read and written at the last check of whether the client is there. */
  #progress = -1
  #quietTurns = 0
  /** In bytes: how much of the buffered data was passed on. */
  #handedOn = 0
  #timer: NodeJS.Timeout | null = null

  constructor(socket: HttpSocket) {
    super('espalier.readAhead')
    this.#socket = socket
    socket.on('pause', this.#hold).on('resume', this.#goOn).on('close', this.#drop)
  }

  /** Buffers arriving bytes from now on, until `start`. */
  stop(): void {
    this.#isStopped = true
    this.#hold()
  }

  start(): void {
    this.#isStopped = false
    process.nextTick(this.#goOn)
  }

  /** Whether the parser, or the protocol that owns the socket after it, accepts more. */
  get #mayGoOn(): boolean {
    const { destroyed, parser, readableFlowing, _paused } = this.#socket
    return !destroyed && (isFree(parser) || (!this.#isStopped && _paused !== true && readableFlowing === true))
  }

  readonly #hold = (): void => {
    const socket = this.#socket
    if (this.#isHolding || socket.destroyed || isFree(socket.parser)) return
    this.#isHolding = true
    socket.on('data', ignore).off('data', ignore)
    this.#takeOver()
    socket._read(0)
  }

  /** Replaces the reader of the socket, so that its bytes come here. */
  #takeOver(): void {
    Object.defineProperty(this.#socket, 'push', { value: this.#take, configurable: true, writable: true })
  }

  readonly #take = (chunk: Buffer | null): boolean => {
    if (chunk === null) {
      this.#hasEnded = true
      setImmediate(this.#look)
    } else this.#keep(chunk)
    this.#goOn()
    if (this.#size < bound) return true
    if (this.#timer === null) this.#judgeLater()
    return false
  }

  #keep(chunk: Buffer): void {
    this.#size += chunk.length
    const last = this.#held.at(-1)
    if (last === undefined || last.length + chunk.length > shortest) this.#held.push(chunk)
    else this.#held[this.#held.length - 1] = Buffer.concat([last, chunk])
  }

  readonly #goOn = (): void => {
    if (this.#isHolding && !this.#isHandingOn && this.#mayGoOn) this.runInAsyncScope(this.#handOn, this)
  }

  #handOn(): void {
    const socket = this.#socket
    this.#isHandingOn = true
    Reflect.deleteProperty(socket, 'push')
    try {
      while (this.#size > 0 && this.#mayGoOn) {
        const chunk = this.#held.shift() as Buffer
        this.#size -= chunk.length
        this.#handedOn += chunk.length
        socket.push(chunk)
      }
    } finally {
      this.#isHandingOn = false
      this.#takeOver()
    }
    if (this.#size < bound) this.#forgetTimer()
    if (this.#isEmptied && (!this.#hasEnded || this.#mayEndLater)) this.#release()
    else if (!this.#hasEnded && !socket.destroyed && this.#size < bound) socket._read(0)
  }

  /** Lets the parser read from the socket again. */
  #release(): void {
    const socket = this.#socket
    this.#isHolding = false
    Reflect.deleteProperty(socket, 'push')
    if (!this.#hasEnded) return socket._read(0)
    socket.push(null)
    socket.read(0)
  }

  get #isEmptied(): boolean {
    return this.#size === 0 && this.#mayGoOn
  }

  /** Whether the requests of a client that has closed its side may run on. */
  get #mayEndLater(): boolean {
    const { parser, server } = this.#socket
    return isFree(parser) || server?.httpAllowHalfOpen === true
  }

  #measure(): number {
    return this.#handedOn + this.#socket.bytesWritten
  }

  /** Checks whether a client that has closed its side still receives responses. If none was written in two turns, it has disconnected. */
  readonly #look = (): void => {
    const socket = this.#socket
    if (!this.#isHolding || socket.destroyed || this.#mayEndLater) return
    if (!socket.writable) return socket.destroySoon()
    if (socket.writableLength > 0)
      return void Socket.prototype.write.call(socket, '', 'latin1', () => setImmediate(this.#look))
    const progress = this.#measure()
    this.#quietTurns = progress === this.#progress ? this.#quietTurns + 1 : 0
    this.#progress = progress
    if (this.#quietTurns < 2) setImmediate(this.#look)
    // Node ends connections that have their parser.
    else if (this.#isEmptied) this.#release()
    else socket.destroy()
  }

  /** Closes a connection that made no progress over its limit: nothing shows whether its client is there. */
  #judgeLater(): void {
    const socket = this.#socket
    const before = this.#measure()
    const judge = () => {
      const waits = (this.#isStopped || socket._paused === true) && socket.writableLength === 0
      if (waits && before === this.#measure()) socket.destroy()
      else this.#judgeLater()
    }
    this.#timer = setTimeout(judge, patience).unref()
  }

  #forgetTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  readonly #drop = (): void => {
    this.#forgetTimer()
    this.#held = []
    this.#size = 0
  }
}

/** Whether Node's HTTP parser is detached from a socket, or was never attached. */
export function isFree(parser: object | null | undefined): boolean {
  return parser === null || parser === undefined
}

const known = new WeakMap<Socket, ReadAhead>()

/** Returns the read-ahead of a connection; `null` if Node's HTTP parser does not read it from a socket. */
export function readAheadOf(socket: HttpSocket): ReadAhead | null {
  const before = known.get(socket)
  if (before !== undefined || isFree(socket.parser) || !(socket instanceof Socket)) return before ?? null
  const made = new ReadAhead(socket)
  known.set(socket, made)
  return made
}
