/**
 * Closing, for exchanges that have no end of their own: answers that are streams, hijacked replies, sockets that speak another protocol.
 *
 * Waiting for one would keep the process, an event stream for as long as its client likes. So the signal of its request aborts at once. It then has
 * the time of `closeTimeout` to end, and is cut off after that, as if the client had left. An event stream is cut off at once: its client reconnects,
 * and would take one that ends for complete.
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
  /** When each was first seen to go on while the app closes. */
  readonly #since = new WeakMap<object, number>()
  #begun = 0
  #timer: NodeJS.Timeout | null = null

  /** @param timeout in milliseconds; 0 for no bound and no word of it */
  constructor(closing: Closing, connections: ReadonlyMap<unknown, Connections>, timeout: number) {
    this.#closing = closing
    this.#connections = connections
    this.#timeout = timeout
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
    for (const exchange of [...this.#closing.noted]) {
      const { hijacked, transport } = exchange
      // A whole answer on its way is sent to its end.
      const isLate = now - this.#begun >= this.#timeout && !transport.isEnded
      if (goesOn(exchange) || isLate) abort(exchange)
      if (hijacked && goesOn(exchange)) bound(transport, () => transport.abort())
    }
    for (const cut of [...this.#closing.endless]) cut()
    for (const connections of this.#connections.values()) connections.eachOpenEnded(bound)
  }
}

function goesOn({ hijacked, transport }: Exchange): boolean {
  return (hijacked || transport.isBegun) && !transport.isEnded
}

function abort({ abort }: Exchange): void {
  if (abort !== null && !abort.signal.aborted) abort.abort(new errors.ESP_ERR_APP_CLOSING())
}
