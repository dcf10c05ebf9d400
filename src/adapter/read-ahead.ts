/**
 * Keeps reading from an HTTP/1 connection while its parser is paused. Causes are requests that wait for their turn, a client that reads slowly, and a
 * handler that does not read its body.
 *
 * Node stops reading from a paused socket. The operating system then does not report that the client has disconnected, and the handlers of its
 * requests run on. So arriving bytes are buffered here, up to a limit, and go to the parser later, in order.
 *
 * - A client that resets the connection has disconnected.
 * - A client that ends its side may still read responses. It counts as disconnected once no more bytes are parsed or written for it. While bytes
 *   wait to be sent, the operating system detects a lost client.
 *
 * Relies on internals of Node. If one is missing, Node stops reading as before:
 * - A further 'data' listener on a socket detaches the HTTP parser from the handle of the socket.
 * - `net.Socket` passes bytes on by `push`, and reads more by `_read`.
 * - `_paused` marks that the HTTP server waits for a client to read responses.
 */
import { AsyncResource } from 'node:async_hooks'
import { Socket } from 'node:net'

/** In bytes: how much is buffered for a connection. */
const bound = 786_432
/** In bytes: shorter pieces are joined, because each piece costs more memory than its bytes. */
const shortest = 4096
/**
 * In milliseconds: how long a socket is paused before it is read ahead. A stream that reads a body pauses its socket often, for a shorter time.
 * Reading ahead costs: the parser no longer reads from the handle by itself, so each read allocates 64 kB.
 */
const longPause = 50
/** In milliseconds: how long a connection over the limit may make no progress before it is closed. */
const longestStall = 30_000

type HttpSocket = Socket & {
  readonly _paused?: boolean
  readonly parser?: object | null
  readonly server?: { readonly httpAllowHalfOpen?: boolean }
}

const ignore = (): void => {}

class ReadAhead extends AsyncResource {
  readonly #socket: HttpSocket
  #isBuffering = false
  /** Whether the pipeline (`pipeline.ts`) has paused parsing, because requests wait for their turn. */
  #isStopped = false
  #isHandingOn = false
  /** Whether the client has ended its side of the connection. */
  #hasEnded = false
  #buffered: Buffer[] = []
  #size = 0
  /** In bytes: the sum of parsed and written data at the last check. If it does not grow, the client counts as disconnected. */
  #progress = -1
  #quietTurns = 0
  /** In bytes: how much buffered data was passed on to the parser. */
  #handedOn = 0
  #timer: NodeJS.Timeout | null = null
  #pauseTimer: NodeJS.Timeout | null = null
  /** Whether the socket was resumed since the pause timer started. */
  #wasResumed = false

  constructor(socket: HttpSocket) {
    super('espalier.readAhead')
    this.#socket = socket
    socket.on('pause', this.#onPause).on('resume', this.#onResume).on('close', this.#drop)
  }

  /** Buffers arriving bytes from now on, instead of parsing them, until `start`. */
  stop(): void {
    this.#isStopped = true
    this.startBuffering()
  }

  start(): void {
    this.#isStopped = false
    process.nextTick(this.#goOn)
  }

  /** Whether bytes may be passed on, to the parser or to the protocol that the socket was upgraded to. */
  get #mayGoOn(): boolean {
    const { destroyed, parser, readableFlowing, _paused } = this.#socket
    return !destroyed && (isFree(parser) || (!this.#isStopped && _paused !== true && readableFlowing === true))
  }

  /**
   * Reads ahead if the socket stays paused for long, because a stream that reads a body also pauses it for short times. If the server waits for a
   * client to read, reading ahead begins at once. It also begins at once with TLS: bytes that are already decrypted would reach a paused parser,
   * which fails.
   */
  readonly #onPause = (): void => {
    const socket = this.#socket
    if (socket._paused === true || 'encrypted' in socket) this.startBuffering()
    else if (!this.#isBuffering && this.#pauseTimer === null) this.#checkPauseLater()
  }

  #checkPauseLater(): void {
    this.#wasResumed = false
    this.#pauseTimer = setTimeout(this.#checkPause, longPause).unref()
  }

  readonly #checkPause = (): void => {
    this.#pauseTimer = null
    if (!this.#socket.isPaused()) return
    if (this.#wasResumed) this.#checkPauseLater()
    else this.startBuffering()
  }

  readonly #onResume = (): void => {
    this.#wasResumed = true
    this.#goOn()
  }

  /** Buffers arriving bytes, instead of parsing them, until the socket is resumed. */
  startBuffering(): void {
    const socket = this.#socket
    if (this.#isBuffering || socket.destroyed || isFree(socket.parser)) return
    this.#isBuffering = true
    socket.on('data', ignore).off('data', ignore)
    this.#takeOver()
    socket._read(0)
  }

  /** Overrides `push`, by which the socket passes on its bytes. The bytes are then buffered here. */
  #takeOver(): void {
    Object.defineProperty(this.#socket, 'push', { value: this.#push, configurable: true, writable: true })
  }

  readonly #push = (chunk: Buffer | null): boolean => {
    if (chunk === null) {
      this.#hasEnded = true
      setImmediate(this.#checkEnd)
    } else this.#keep(chunk)
    this.#goOn()
    if (this.#size < bound) return true
    if (this.#timer === null) this.#checkLater()
    return false
  }

  #keep(chunk: Buffer): void {
    this.#size += chunk.length
    const last = this.#buffered.at(-1)
    if (last === undefined || last.length + chunk.length > shortest) this.#buffered.push(chunk)
    else this.#buffered[this.#buffered.length - 1] = Buffer.concat([last, chunk])
  }

  readonly #goOn = (): void => {
    if (this.#isBuffering && !this.#isHandingOn && this.#mayGoOn) this.runInAsyncScope(this.#handOn, this)
  }

  #handOn(): void {
    const socket = this.#socket
    this.#isHandingOn = true
    Reflect.deleteProperty(socket, 'push')
    try {
      while (this.#size > 0 && this.#mayGoOn) {
        const chunk = this.#buffered.shift() as Buffer
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

  /** Ends the buffering: the parser reads from the socket again. */
  #release(): void {
    const socket = this.#socket
    this.#isBuffering = false
    Reflect.deleteProperty(socket, 'push')
    if (!this.#hasEnded) return socket._read(0)
    socket.push(null)
    socket.read(0)
  }

  get #isEmptied(): boolean {
    return this.#size === 0 && this.#mayGoOn
  }

  /** Whether the requests of a client that has ended its side may run on. */
  get #mayEndLater(): boolean {
    const { parser, server } = this.#socket
    return isFree(parser) || server?.httpAllowHalfOpen === true
  }

  #measure(): number {
    return this.#handedOn + this.#socket.bytesWritten
  }

  /**
   * Checks whether a client that has ended its side still receives responses. After two turns of the event loop without written bytes, the client
   * counts as disconnected.
   */
  readonly #checkEnd = (): void => {
    const socket = this.#socket
    if (!this.#isBuffering || socket.destroyed || this.#mayEndLater) return
    if (!socket.writable) return socket.destroySoon()
    if (socket.writableLength > 0)
      return void Socket.prototype.write.call(socket, '', 'latin1', () => setImmediate(this.#checkEnd))
    const progress = this.#measure()
    this.#quietTurns = progress === this.#progress ? this.#quietTurns + 1 : 0
    this.#progress = progress
    if (this.#quietTurns < 2) setImmediate(this.#checkEnd)
    // All bytes were passed on, so the parser gets the end, and Node closes the connection.
    else if (this.#isEmptied) this.#release()
    else socket.destroy()
  }

  /** Closes a connection that makes no progress while its buffer is full. A full buffer stops reading, so a lost client would not be noticed. */
  #checkLater(): void {
    const socket = this.#socket
    const before = this.#measure()
    const check = () => {
      const waits = (this.#isStopped || socket._paused === true) && socket.writableLength === 0
      if (waits && before === this.#measure()) socket.destroy()
      else this.#checkLater()
    }
    this.#timer = setTimeout(check, longestStall).unref()
  }

  #forgetTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  readonly #drop = (): void => {
    this.#forgetTimer()
    if (this.#pauseTimer !== null) clearTimeout(this.#pauseTimer)
    this.#buffered = []
    this.#size = 0
  }
}

/** Whether Node's HTTP parser is detached from a socket, or was never attached. */
export function isFree(parser: object | null | undefined): boolean {
  return parser === null || parser === undefined
}

const known = new WeakMap<Socket, ReadAhead>()

/** Returns the `ReadAhead` of a connection, which buffers its bytes; `null` if Node's HTTP parser does not read from the socket. */
export function readAheadOf(socket: HttpSocket): ReadAhead | null {
  const before = known.get(socket)
  if (before !== undefined || isFree(socket.parser) || !(socket instanceof Socket)) return before ?? null
  const made = new ReadAhead(socket)
  known.set(socket, made)
  return made
}
