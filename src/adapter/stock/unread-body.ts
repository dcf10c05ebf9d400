/**
 * Handles request bodies that the app did not read before its response was complete. The next request follows the body on the connection, so the
 * server must read the body or close the connection (RFC 9112 §9.3).
 *
 * - A body is dropped if nothing reads it, or its reader is stalled. A stalled reader gets an error, so that it does not see a complete body.
 * - If a client sends more than a limit of dropped bytes, it is disconnected.
 *
 * Relies on `_dump()`, which drops the body of a request, and on `_dumped`, which makes Node's parser drop bytes that arrive later.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { BodyError } from '../../http/body-reader.ts'
import { defaultUnreadLimit } from '../../http/transport.ts'

/** In milliseconds: a reader without progress in this time is stalled. */
const interval = 250
/** In milliseconds: while a body is dropped, its size is checked this often. A fast client sends a megabyte in two milliseconds. */
const shortInterval = 5
/** In milliseconds: after this time, a client that still sends the dropped body is disconnected. */
const longestDrop = 10_000

export abstract class UnreadBody<Message extends IncomingMessage = IncomingMessage> {
  protected readonly message: Message
  #timer: NodeJS.Timeout | null = null
  /** The time at which dropping began; 0 before. */
  #since = 0
  #progressBefore: unknown

  constructor(message: Message) {
    this.message = message
  }

  begin(): void {
    if (this.isOver) return
    this.#checkEvery(interval)
    this.#check()
  }

  #checkEvery(milliseconds: number): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = setInterval(() => this.#check(), milliseconds).unref()
  }

  protected abstract get isOver(): boolean
  /** A value that changes whenever the reader reads something. */
  protected abstract get progress(): unknown
  protected abstract drop(): void
  /** Drops the body, and ends its reader with an error. */
  protected abstract fail(): void
  /** Disconnects the client if it sends too much. @param isLate whether it has also sent for too long */
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

  /** A reader that has read all received bytes is not stalled: it waits for the client. */
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
  /** The value of `socket.bytesRead` when dropping began. */
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
    // Node's own `_destroy` would close the connection.
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

/** @param socket passed separately, because a destroyed message no longer has its socket */
export function handleUnreadBody(message: IncomingMessage, socket: Socket, limit = defaultUnreadLimit): void {
  if (message.complete !== false || socket.destroyed) return
  // Usually the parser reaches the end of the body in the same turn.
  setImmediate(() => new Http1UnreadBody(message, socket, limit).begin())
}
