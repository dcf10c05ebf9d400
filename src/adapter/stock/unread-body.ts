/**
 * Handles bodies that were not read when their response was complete. The next request follows the body, so a server has to read it or close the
 * connection (RFC 9112 §9.3).
 *
 * - A body is dropped if it has no reader, or its reader stands still. The reader then gets an error, so that the body does not look complete.
 * - The dropped bytes are limited. Afterwards the client is disconnected.
 *
 * Relies on `_dump()`, by which Node's server drops a body, and `_dumped`, which makes its parser drop the rest.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { BodyError } from '../../http/body-reader.ts'
import { defaultUnreadLimit } from '../../http/transport.ts'

/** In milliseconds: a reader that makes no progress in this time stands still. */
const interval = 250
/** In milliseconds. A fast client sends a megabyte in two milliseconds. */
const shortInterval = 5
/** In milliseconds: how long a dropped body may keep arriving. */
const longestDrop = 10_000

export abstract class UnreadBody<Message extends IncomingMessage = IncomingMessage> {
  protected readonly message: Message
  #timer: NodeJS.Timeout | null = null
  /** 0 while nothing is dropped. */
  #since = 0
  #progressBefore: unknown

  constructor(message: Message) {
    this.message = message
  }

  begin(): void {
    this.#check()
    // Often the parser has yet to see the end of the body. A timer would keep each such message in memory.
    if (this.#timer === null) setImmediate(() => this.isOver || this.#checkEvery(interval))
  }

  #checkEvery(milliseconds: number): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = setInterval(() => this.#check(), milliseconds).unref()
  }

  protected abstract get isOver(): boolean
  /** Changes when the reader reads something. */
  protected abstract get progress(): unknown
  protected abstract drop(): void
  /** Also gives the reader of the body an error. */
  protected abstract fail(): void
  /** Called while a dropped body keeps arriving. @param isLate whether for too long */
  protected abstract limitDropping(isLate: boolean): void

  #check(): void {
    if (this.isOver) clearInterval(this.#timer as NodeJS.Timeout)
    else if (this.#since > 0) this.limitDropping(performance.now() - this.#since > longestDrop)
    else if (!this.hasReader) this.#startDropping(() => this.drop())
    else if (this.#isStalled()) this.#startDropping(() => this.fail())
  }

  protected get hasReader(): boolean {
    return this.message.listenerCount('data') + this.message.listenerCount('readable') > 0
  }

  /** A reader that has read all arrived bytes waits for the client. */
  #isStalled(): boolean {
    const { message, progress } = this
    const isSame = progress === this.#progressBefore
    this.#progressBefore = progress
    return isSame && (message.readableLength > 0 || message.readableFlowing === false)
  }

  #startDropping(act: () => void): void {
    this.#since = performance.now()
    this.#checkEvery(shortInterval)
    act()
  }
}

type Dumped = IncomingMessage & { _dumped: boolean; _dump(): void }
type HttpSocket = Socket & { readonly _paused?: boolean }

class Http1UnreadBody extends UnreadBody<Dumped> {
  readonly #socket: HttpSocket
  readonly #limit: number
  /** The number of bytes on the connection when dropping began. */
  #arrived = 0

  constructor(message: IncomingMessage, socket: Socket, limit: number) {
    super(message as Dumped)
    this.#socket = socket
    this.#limit = limit
  }

  protected get isOver(): boolean {
    return this.message.complete || this.#socket.destroyed
  }
  protected override get hasReader(): boolean {
    return !this.message._dumped && !this.message.destroyed && super.hasReader
  }
  protected get progress(): number {
    return this.#socket.bytesRead - this.message.readableLength
  }
  protected drop(): void {
    if (!this.message._dumped) this.message._dump()
    this.#readOn()
  }
  protected fail(): void {
    const { message } = this
    message._dumped = true
    // Node's own `_destroy` would end the connection.
    message._destroy = (error, done) => done(message.listenerCount('error') > 0 ? error : null)
    message.destroy(unreadBodyError())
    this.#readOn()
  }
  #readOn(): void {
    const socket = this.#socket
    this.#arrived = socket.bytesRead
    if (socket._paused !== true && socket.readable) socket.resume()
  }
  protected limitDropping(isLate: boolean): void {
    if (isLate || this.#socket.bytesRead - this.#arrived > this.#limit) this.#socket.destroy()
  }
}

export function unreadBodyError(): BodyError {
  return new BodyError('ECONNRESET', 'The answer was complete before the body was read to its end')
}

/** @param socket the client's, which a destroyed message no longer has */
export function handleUnreadBody(message: IncomingMessage, socket: Socket, limit = defaultUnreadLimit): void {
  if (message.complete === false && !socket.destroyed) new Http1UnreadBody(message, socket, limit).begin()
}
