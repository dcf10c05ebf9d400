/**
 * While the app closes, ends exchanges that may never end by themselves: streamed responses, hijacked replies, upgraded sockets.
 *
 * - The `request.signal` of such an exchange aborts at once. After `closeTimeout` the exchange is destroyed, as if the client had disconnected.
 * - An event stream is destroyed as soon as its signal aborts, because its client reconnects. A regular end would look like completion.
 * - `drain` spreads the ends of event streams over time. Otherwise all clients would reconnect to the other processes at once.
 * - A request without a response is left to its handler or its deadline. Its signal aborts only after `closeTimeout`.
 */
import { errors } from '../error/error.ts'
import type { Closing } from '../http/closing.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Connections } from './connections.ts'

/** In milliseconds: how often open exchanges are checked. */
const interval = 50

export class OpenExchanges {
  readonly #closing: Closing
  readonly #connections: ReadonlyMap<unknown, Connections>
  readonly #timeout: number
  readonly #spread: number
  /** The number of event streams that were ended. */
  #cuts = 0
  /** When each exchange was first found open during closing. */
  readonly #since = new WeakMap<object, number>()
  #begun = 0
  #timer: NodeJS.Timeout | null = null

  /**
   * @param timeout `closeTimeout` in milliseconds; 0 for no limit
   * @param drain in milliseconds: the time over which event streams are ended
   */
  constructor(closing: Closing, connections: ReadonlyMap<unknown, Connections>, timeout: number, drain: number) {
    this.#closing = closing
    this.#connections = connections
    this.#timeout = timeout
    this.#spread = Math.min(drain, timeout)
  }

  /** Starts to abort signals and to end exchanges, until `stop` is called. */
  begin(): void {
    if (this.#timeout === 0) return
    this.#begun = performance.now()
    this.#look()
    this.#timer = setInterval(() => this.#look(), Math.min(interval, this.#timeout))
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }

  #look(): void {
    const now = performance.now()
    const bound = (what: object, cut: () => void) => {
      const since = this.#since.get(what)
      if (since === undefined) this.#since.set(what, now)
      else if (now - since >= this.#timeout) cut()
    }
    this.#cutStreams(now - this.#begun)
    for (const exchange of [...this.#closing.tracked]) {
      if (this.#closing.eventStreams.has(exchange)) continue
      const { hijacked, transport } = exchange
      // A complete response that is still being sent may finish.
      const isLate = now - this.#begun >= this.#timeout && !transport.isEnded
      if (goesOn(exchange) || isLate) abort(exchange)
      if (hijacked && goesOn(exchange)) bound(transport, () => transport.abort())
    }
    for (const connections of this.#connections.values()) connections.eachOpenExchange(bound)
  }

  /** Ends the event streams that are due by now, the oldest first. */
  #cutStreams(elapsed: number): void {
    const { eventStreams } = this.#closing
    const share = elapsed >= this.#spread ? 1 : elapsed / this.#spread
    const due = Math.floor((this.#cuts + eventStreams.size) * share) + 1 - this.#cuts
    for (const [exchange, cut] of [...eventStreams].slice(0, Math.max(0, due))) {
      this.#cuts++
      abort(exchange)
      cut()
    }
  }
}

function goesOn({ hijacked, transport }: Exchange): boolean {
  return (hijacked || transport.isBegun) && !transport.isEnded
}

function abort({ abort }: Exchange): void {
  if (abort !== null && !abort.signal.aborted) abort.abort(new errors.ESP_ERR_APP_CLOSING())
}
