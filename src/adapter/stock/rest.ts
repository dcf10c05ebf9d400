/**
 * Handles bodies that were not read completely when their response was complete. The rest precedes the next request, so a server has to read it or
 * close the connection (RFC 9112 §9.3). Node drops a body that nothing has touched, and waits for the reader of any other, which may never continue. A
 * body whose reader continues is left to it. Otherwise the parser drops the rest, and the reader gets an error instead of a seemingly complete body.
 * The dropped bytes are limited: a client that keeps sending is disconnected.
 *
 * Relies on `_dump()`, by which Node's server drops a body, and `_dumped`, by which its parser drops what arrives of one.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { BodyError } from '../../http/body-reader.ts'
import { usualRest } from '../../http/transport.ts'

/** In milliseconds: how often the rest is checked, and how long a reader may make no progress. */
const interval = 250
/** In milliseconds: how often a rest that is being dropped is checked. A fast client sends a megabyte in two. */
const shortInterval = 5
/** In milliseconds: how long a dropped rest may keep arriving. */
const patience = 10_000

export abstract class Rest<Message extends IncomingMessage = IncomingMessage> {
  protected readonly message: Message
  #timer: NodeJS.Timeout | null = null
  /** When dropping began. */
  #since = 0
  /** The reader's progress at the last check. */
  #mark: unknown

  constructor(message: Message) {
    this.message = message
  }

  begin(): void {
    this.#lookEach(interval)
    this.#look()
  }

  #lookEach(milliseconds: number): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = setInterval(() => this.#look(), milliseconds).unref()
  }

  /** Whether the body has arrived completely. */
  protected abstract get isOver(): boolean
  /** The progress of the reader: changes when it reads something. */
  protected abstract get mark(): unknown
  /** Drops the rest of a body that has no reader. */
  protected abstract drop(): void
  /** As `drop`, and gives the reader an error. */
  protected abstract fail(): void
  /** Ends a dropped rest that goes on for too long. @param isLate whether its time is over */
  protected abstract bound(isLate: boolean): void

  #look(): void {
    if (this.isOver) clearInterval(this.#timer as NodeJS.Timeout)
    else if (this.#since > 0) this.bound(performance.now() - this.#since > patience)
    else if (!this.hasReader) this.#leave(() => this.drop())
    else if (this.#standsStill()) this.#leave(() => this.fail())
  }

  protected get hasReader(): boolean {
    return this.message.listenerCount('data') + this.message.listenerCount('readable') > 0
  }

  /** Whether the reader makes no progress although bytes have arrived. A reader that waits for the client has read all of them. */
  #standsStill(): boolean {
    const { message, mark } = this
    const isSame = mark === this.#mark
    this.#mark = mark
    return isSame && (message.readableLength > 0 || message.readableFlowing === false)
  }

  #leave(act: () => void): void {
    this.#since = performance.now()
    this.#lookEach(shortInterval)
    act()
  }
}

type Dumped = IncomingMessage & { _dumped: boolean; _dump(): void }
type HttpSocket = Socket & { readonly _paused?: boolean }

class Http1Rest extends Rest<Dumped> {
  readonly #socket: HttpSocket
  readonly #limit: number
  /** The number of bytes that had arrived on the connection when dropping began. */
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
  protected get mark(): number {
    return this.#socket.bytesRead - this.message.readableLength
  }
  protected drop(): void {
    if (!this.message._dumped) this.message._dump()
    this.#readOn()
  }
  protected fail(): void {
    const { message } = this
    message._dumped = true
    // Node's own error to the reader would end the connection.
    message._destroy = (error, done) => done(message.listenerCount('error') > 0 ? error : null)
    message.destroy(restOfBody())
    this.#readOn()
  }
  #readOn(): void {
    const socket = this.#socket
    this.#arrived = socket.bytesRead
    if (socket._paused !== true && socket.readable) socket.resume()
  }
  protected bound(isLate: boolean): void {
    if (isLate || this.#socket.bytesRead - this.#arrived > this.#limit) this.#socket.destroy()
  }
}

export function restOfBody(): BodyError {
  return new BodyError('ECONNRESET', 'The answer was complete before the body was read to its end')
}

/**
 * Handles the rest of a body whose response is complete.
 *
 * @param socket the connection's, which a destroyed message no longer has
 * @param limit in bytes: how much of it may be dropped
 */
export function settleRest(message: IncomingMessage, socket: Socket, limit = usualRest): void {
  if (message.complete === false && !socket.destroyed) new Http1Rest(message, socket, limit).begin()
}
