/**
 * Bodies that were not read to their end when their answer was complete. The rest stands before the next request, so a server has to read it or close
 * the connection (RFC 9112 §9.3). Node drops a body that nothing has touched, and waits for the reader of any other, who may never go on.
 *
 * A body whose reader goes on is left to it. Otherwise the parser drops the rest, and the reader gets an error, so that it takes nothing for whole.
 * The dropped bytes are bounded: a client that goes on to send loses its connection.
 *
 * Relies on `_dump()`, by which Node's server drops a body, and `_dumped`, by which its parser drops what arrives of one.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { BodyError } from '../../http/body-reader.ts'
import { usualRest } from '../../http/transport.ts'

/** In milliseconds: how often a rest is looked at, and how long a reader may stand still. */
const interval = 250
/** In milliseconds: how often a rest that is dropped is looked at. A fast client sends a megabyte in two. */
const shortInterval = 5
/** In milliseconds: how long a rest that is dropped may arrive. */
const patience = 10_000

export abstract class Rest<Message extends IncomingMessage = IncomingMessage> {
  protected readonly message: Message
  #timer: NodeJS.Timeout | null = null
  /** When the rest began to be dropped. */
  #since = 0
  /** How far its reader had come. */
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

  /** Whether nothing more is to come. */
  protected abstract get isOver(): boolean
  /** Changes when the reader takes something. */
  protected abstract get mark(): unknown
  /** Drops what is to come, from where nothing reads it. */
  protected abstract drop(): void
  /** As `drop`, and tells the reader that it gets no more. */
  protected abstract fail(): void
  /** Ends a rest that is dropped and goes on for too long. @param isLate whether its time is over */
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

  /** Whether the reader leaves what has arrived where it is. One that waits for the client has taken all of it. */
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
  /** The bytes that had arrived on the connection when the rest began to be dropped. */
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
    // Node's own way to tell the reader ends the connection.
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
 * Sees to the rest of a body whose answer is complete.
 *
 * @param socket of its connection, which a message that was destroyed has forgotten
 * @param limit in bytes: how much of it may be dropped
 */
export function settleRest(message: IncomingMessage, socket: Socket, limit = usualRest): void {
  if (message.complete === false && !socket.destroyed) new Http1Rest(message, socket, limit).begin()
}
