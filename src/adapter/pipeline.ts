/**
 * How many requests of one connection are answered at a time. A client of HTTP/1 may send any number of requests without waiting for answers, and
 * Node starts all that it reads: 3 MB of bytes are 100,000 handlers at work. Servers in front take one after the other; here a number of them runs
 * side by side, and those behind wait for it. While any wait the connection is not read, so what waits is bounded by the bytes of one read.
 *
 * It cannot lock up: only the last request that was read can have more of its body to come, and when that runs nothing waits.
 *
 * Leans on `_onPendingData`, by which Node counts the bytes of answers that wait for their turn and stops reading over a high-water mark: requests
 * that wait are counted as such bytes. A Node without it reads on, and the bound on what runs still holds. Over TLS Node stops its parser too and is
 * then given what had been decrypted already, which ends the connection; there the socket alone is stopped, and what comes of that waits as well.
 */
import { AsyncResource } from 'node:async_hooks'
import type { Socket } from 'node:net'
import type { IncomingMessage, RawListener, ServerResponse } from '../node-http.ts'

type PausableSocket = Socket & { readonly _paused?: boolean }
type CountedResponse = ServerResponse & { _onPendingData?: (bytes: number) => void }

/** A request that waits, in the asynchronous context in which it arrived. */
class Waiting extends AsyncResource {
  readonly raw: IncomingMessage
  readonly rawReply: ServerResponse

  constructor(raw: IncomingMessage, rawReply: ServerResponse) {
    super('espalier.pipeline')
    this.raw = raw
    this.rawReply = rawReply
  }
}

/** The requests of a connection behind the one that is being answered. */
class Pipeline {
  readonly #socket: Socket
  readonly #listener: RawListener
  readonly #bound: number
  readonly #isEncrypted: boolean
  /** How many run whose answer has not had its turn. */
  #early = 0
  #waiting: (Waiting | undefined)[] = []
  /** The place of the first that waits. */
  #first = 0
  #count: (bytes: number) => void = () => {}

  constructor(socket: Socket, listener: RawListener, bound: number) {
    this.#socket = socket
    this.#listener = listener
    this.#bound = bound
    this.#isEncrypted = 'encrypted' in socket
  }

  get #mayStart(): boolean {
    return this.#early + 1 < this.#bound
  }

  enter(raw: IncomingMessage, rawReply: CountedResponse): void {
    rawReply.on('socket', this.#onTurn)
    if (this.#mayStart && this.#waiting.length === 0) {
      this.#early++
      return this.#listener(raw, rawReply)
    }
    if (this.#waiting.push(new Waiting(raw, rawReply)) === 1) this.#stopReading(rawReply)
    // A `resume` that was on its way when the socket was paused has set it reading again.
    else if (this.#isEncrypted) this.#socket.emit('pause')
  }

  #stopReading({ _onPendingData }: CountedResponse): void {
    const socket = this.#socket
    if (this.#isEncrypted) {
      socket.pause()
      // Node resumes a socket whenever a message is complete.
      Object.defineProperty(socket, 'resume', { value: () => socket, configurable: true, writable: true })
    } else if (_onPendingData !== undefined) {
      this.#count = _onPendingData
      _onPendingData(socket.writableHighWaterMark + 1)
    }
  }

  #readOn(): void {
    const socket: PausableSocket = this.#socket
    if (!this.#isEncrypted) return this.#count(-socket.writableHighWaterMark - 1)
    Reflect.deleteProperty(socket, 'resume')
    // Node itself may have reason to wait.
    if (socket._paused !== true) socket.resume()
  }

  readonly #onTurn = (): void => {
    this.#early--
    while (this.#mayStart && this.#waiting.length > 0 && !this.#socket.destroyed) this.#start()
  }

  #start(): void {
    const waiting = this.#waiting[this.#first] as Waiting
    this.#waiting[this.#first++] = undefined
    if (this.#first === this.#waiting.length) {
      this.#waiting = []
      this.#first = 0
      this.#readOn()
    }
    this.#early++
    waiting.runInAsyncScope(this.#listener, undefined, waiting.raw, waiting.rawReply)
  }
}

/** Lets at most `bound` requests of one HTTP/1 connection into the listener before they are answered; the others follow in their order. */
export function boundPipelines(listener: RawListener, bound: number): RawListener {
  if (bound <= 0) return listener
  const pipelines = new WeakMap<Socket, Pipeline>()
  return (raw, rawReply) => {
    // HTTP/2 has a bound of its own, and nothing is ahead of an answer that has its turn.
    if (raw.httpVersionMajor !== 1 || rawReply.socket !== null) return listener(raw, rawReply)
    const pipeline = pipelines.get(raw.socket) ?? new Pipeline(raw.socket, listener, bound)
    pipelines.set(raw.socket, pipeline)
    pipeline.enter(raw, rawReply)
  }
}
