/**
 * Keeps reading from an HTTP/1 socket while Node's parser is paused, such as for a client that reads slowly. If reading stopped, the operating system
 * would not report that the client has disconnected. The bytes are buffered up to a limit, and parsed later.
 *
 * - A client that resets the connection has disconnected.
 * - A client that closes its sending side may still read responses. It counts as disconnected once the server has nothing left to parse or write.
 *
 * Relies on internals of Node. If one is missing, reading pauses as in Node:
 * - A 'data' listener detaches the HTTP parser from the handle of the socket.
 * - `net.Socket` passes received bytes to `push`, and reads more in `_read`.
 * - The HTTP server sets `socket._paused` while responses wait for a slow client.
 */
import { AsyncResource } from 'node:async_hooks'
import { Socket } from 'node:net'

const longestBuffer = 786_432
/** In bytes. Shorter chunks are joined, because each Buffer object costs more memory than its bytes. */
const shortestPiece = 4096
/** In milliseconds. Shorter pauses are common while a body is read, and buffering costs 64 kB of memory for each read. */
const longPause = 50
/** In milliseconds: a connection with a full buffer is closed if nothing is parsed or written for this long. */
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
  /** Set while too many pipelined requests wait (`pipeline.ts`). */
  #isStopped = false
  #isPassingOn = false
  #isPushReplaced = false
  #hasEnded = false
  #buffered: Buffer[] = []
  #size = 0
  /** The number of bytes parsed and written, at the last check. */
  #progress = -1
  #quietTurns = 0
  #passedOn = 0
  #timer: NodeJS.Timeout | null = null
  #pauseTimer: NodeJS.Timeout | null = null
  #wasResumed = false

  constructor(socket: HttpSocket) {
    super('espalier.readAhead')
    this.#socket = socket
    socket.on('pause', this.#onPause).on('resume', this.#onResume).on('close', this.#clear)
  }

  /** Pauses Node's parser. Arriving bytes are buffered until `start`. */
  stop(): void {
    this.#isStopped = true
    this.startBuffering()
  }

  start(): void {
    this.#isStopped = false
    process.nextTick(this.#continue)
  }

  /** Whether buffered bytes may be parsed now. After an upgrade there is no parser, and another protocol reads them. */
  get #mayPassOn(): boolean {
    const { destroyed, parser, readableFlowing, _paused } = this.#socket
    return !destroyed && (!parser || (!this.#isStopped && _paused !== true && readableFlowing === true))
  }

  /** With TLS, buffering must begin at once: decrypted bytes would reach the paused parser, which fails. */
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
    this.#continue()
  }

  startBuffering(): void {
    const socket = this.#socket
    if (this.#isBuffering || socket.destroyed || !socket.parser) return
    this.#isBuffering = true
    socket.on('data', ignore).off('data', ignore)
    if (!this.#isPushReplaced) this.#replacePush()
    socket._read(0)
  }

  /** Replaces `socket.push`, to which `net.Socket` passes the received bytes, for good: a deleted property would make every access to the socket slow. */
  #replacePush(): void {
    const socket = this.#socket
    const { push } = socket
    this.#isPushReplaced = true
    socket.push = (chunk: Buffer | null, encoding?: BufferEncoding) =>
      this.#isBuffering && !this.#isPassingOn ? this.#take(chunk) : Reflect.apply(push, socket, [chunk, encoding])
  }

  #take(chunk: Buffer | null): boolean {
    if (chunk === null) {
      this.#hasEnded = true
      setImmediate(this.#checkEnd)
    } else this.#buffer(chunk)
    this.#continue()
    if (this.#size < longestBuffer) return true
    if (this.#timer === null) this.#checkLater()
    return false
  }

  #buffer(chunk: Buffer): void {
    this.#size += chunk.length
    const last = this.#buffered.at(-1)
    if (last === undefined || last.length + chunk.length > shortestPiece) this.#buffered.push(chunk)
    else this.#buffered[this.#buffered.length - 1] = Buffer.concat([last, chunk])
  }

  readonly #continue = (): void => {
    if (this.#isBuffering && !this.#isPassingOn && this.#mayPassOn) this.runInAsyncScope(this.#passOn, this)
  }

  #passOn(): void {
    const socket = this.#socket
    this.#isPassingOn = true
    try {
      while (this.#size > 0 && this.#mayPassOn) {
        const chunk = this.#buffered.shift() as Buffer
        this.#size -= chunk.length
        this.#passedOn += chunk.length
        socket.push(chunk)
      }
    } finally {
      this.#isPassingOn = false
    }
    if (this.#size < longestBuffer) this.#forgetTimer()
    if (this.#isEmptied && (!this.#hasEnded || this.#mayEndLater)) this.#release()
    else if (!this.#hasEnded && !socket.destroyed && this.#size < longestBuffer) socket._read(0)
  }

  #release(): void {
    const socket = this.#socket
    this.#isBuffering = false
    if (!this.#hasEnded) return socket._read(0)
    socket.push(null)
    socket.read(0)
  }

  get #isEmptied(): boolean {
    return this.#size === 0 && this.#mayPassOn
  }

  /** Whether requests may continue after the client has closed its sending side. */
  get #mayEndLater(): boolean {
    const { parser, server } = this.#socket
    return !parser || server?.httpAllowHalfOpen === true
  }

  #measure(): number {
    return this.#passedOn + this.#socket.bytesWritten
  }

  /** For a client that has closed its sending side: two turns of the event loop without progress count as a disconnect. */
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
    // The parser gets the end of the stream, and Node then closes the connection.
    else if (this.#isEmptied) this.#release()
    else socket.destroy()
  }

  /** Closes a connection that makes no progress. A full buffer stops the reading, so a disconnect would not be noticed otherwise. */
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

  readonly #clear = (): void => {
    this.#forgetTimer()
    if (this.#pauseTimer !== null) clearTimeout(this.#pauseTimer)
    this.#buffered = []
    this.#size = 0
  }
}

const known = new WeakMap<Socket, ReadAhead>()

/** Returns `null` if Node's HTTP parser does not read from the socket. */
export function readAheadOf(socket: HttpSocket): ReadAhead | null {
  const before = known.get(socket)
  if (before !== undefined || !socket.parser || !(socket instanceof Socket)) return before ?? null
  const made = new ReadAhead(socket)
  known.set(socket, made)
  return made
}
