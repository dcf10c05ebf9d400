/**
 * While the app closes, ends responses that may never end by themselves: streams, hijacked replies, upgraded sockets.
 *
 * - Their `request.signal` aborts at once. After `closeTimeout` they are destroyed, as if the client had disconnected.
 * - Server-sent event streams are destroyed at once: a regular end would look as if the stream were complete. The option `drain` spreads this over
 *   time, so that not all clients reconnect at once.
 * - A request without a response keeps running. Its signal aborts after `closeTimeout`.
 */
import { errors } from '../error/error.ts'
import type { Closing } from '../http/closing.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Connections } from './connections.ts'

const interval = 50

export class OpenExchanges {
  readonly #closing: Closing
  readonly #connections: ReadonlyMap<unknown, Connections>
  readonly #timeout: number
  readonly #spread: number
  #endedStreams = 0
  /** The time at which each response was first found open. */
  readonly #since = new WeakMap<object, number>()
  #begun = 0
  #timer: NodeJS.Timeout | null = null

  /**
   * @param timeout the option `closeTimeout` in milliseconds; 0 for no limit
   * @param drain in milliseconds: the time over which the ends of event streams are spread
   */
  constructor(closing: Closing, connections: ReadonlyMap<unknown, Connections>, timeout: number, drain: number) {
    this.#closing = closing
    this.#connections = connections
    this.#timeout = timeout
    this.#spread = Math.min(drain, timeout)
  }

  begin(): void {
    if (this.#timeout === 0) return
    this.#begun = performance.now()
    this.#check()
    this.#timer = setInterval(() => this.#check(), Math.min(interval, this.#timeout))
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }

  #check(): void {
    const now = performance.now()
    const bound = (what: object, cut: () => void) => {
      const since = this.#since.get(what)
      if (since === undefined) this.#since.set(what, now)
      else if (now - since >= this.#timeout) cut()
    }
    this.#endStreams(now - this.#begun)
    for (const exchange of [...this.#closing.tracked]) {
      if (this.#closing.eventStreams.has(exchange)) continue
      const { hijacked, transport } = exchange
      const isLate = now - this.#begun >= this.#timeout && !transport.isEnded
      if (isOpen(exchange) || isLate) abort(exchange)
      if (hijacked && isOpen(exchange)) bound(transport, () => transport.abort())
    }
    for (const connections of this.#connections.values()) connections.eachOpenExchange(bound)
  }

  #endStreams(elapsed: number): void {
    const { eventStreams } = this.#closing
    const share = elapsed >= this.#spread ? 1 : elapsed / this.#spread
    const due = Math.floor((this.#endedStreams + eventStreams.size) * share) + 1 - this.#endedStreams
    for (const [exchange, cut] of [...eventStreams].slice(0, Math.max(0, due))) {
      this.#endedStreams++
      abort(exchange)
      cut()
    }
  }
}

function isOpen({ hijacked, transport }: Exchange): boolean {
  return (hijacked || transport.isBegun) && !transport.isEnded
}

function abort({ abort }: Exchange): void {
  if (abort !== null && !abort.signal.aborted) abort.abort(new errors.ESP_ERR_APP_CLOSING())
}
