/**
 * Closing, for exchanges that have no end of their own: answers that are streams, hijacked replies, sockets that speak another protocol.
 *
 * Waiting for one would keep the process, an event stream for as long as its client likes. So the signal of its request aborts at once. It then has
 * the time of `closeTimeout` to end, and is cut off after that, as if the client had left. An event stream is cut off as soon as its
 * signal aborts: its client reconnects, and would take one that ends for complete. `drain` spreads these cuts, because all clients of a process at
 * once are a load for the others.
 *
 * A request without an answer is not open-ended. Its handler answers it, or at last its deadline, and its signal aborts only when the time is over.
 */
import { errors } from '../error/error.ts'
import type { Closing } from '../http/closing.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Connections } from './connections.ts'

/** In milliseconds. */
const interval = 50

export class OpenEnded {
  readonly #closing: Closing
  readonly #connections: ReadonlyMap<unknown, Connections>
  readonly #timeout: number
  readonly #spread: number
  /** How many event streams were cut off. */
  #cuts = 0
  /** When each was first seen to go on while the app closes. */
  readonly #since = new WeakMap<object, number>()
  #begun = 0
  #timer: NodeJS.Timeout | null = null

  /**
   * @param timeout in milliseconds; 0 for no bound and no word of it
   * @param drain in milliseconds: the time over which event streams are cut off
   */
  constructor(closing: Closing, connections: ReadonlyMap<unknown, Connections>, timeout: number, drain: number) {
    this.#closing = closing
    this.#connections = connections
    this.#timeout = timeout
    this.#spread = Math.min(drain, timeout)
  }

  /** Begins to tell and to cut off, until `stop` is called. */
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
    for (const exchange of [...this.#closing.noted]) {
      if (this.#closing.endless.has(exchange)) continue
      const { hijacked, transport } = exchange
      // A whole answer on its way is sent to its end.
      const isLate = now - this.#begun >= this.#timeout && !transport.isEnded
      if (goesOn(exchange) || isLate) abort(exchange)
      if (hijacked && goesOn(exchange)) bound(transport, () => transport.abort())
    }
    for (const connections of this.#connections.values()) connections.eachOpenEnded(bound)
  }

  /** Cuts off the share of event streams whose turn has come, the oldest first. */
  #cutStreams(elapsed: number): void {
    const { endless } = this.#closing
    const share = elapsed >= this.#spread ? 1 : elapsed / this.#spread
    const due = Math.floor((this.#cuts + endless.size) * share) + 1 - this.#cuts
    for (const [exchange, cut] of [...endless].slice(0, Math.max(0, due))) {
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
