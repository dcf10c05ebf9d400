/** How far closing has progressed, and the exchanges that it must end beyond normal requests. */
import type { Exchange } from './exchange.ts'

export class Closing {
  /** `close()` was called: upgrades to another protocol are refused, because they would end soon. */
  begun = false
  /** New requests are refused. */
  active = false
  /** Every response ends its connection. */
  endsConnections = false
  /** Whether requests that arrive from now on get a 503. */
  readonly refuse: boolean
  /** Aborts of event streams. `close()` calls them while it drains, because clients reconnect. */
  readonly endless = new Map<Exchange, () => void>()
  readonly #noted = new Set<Exchange>()

  constructor(refuse: boolean) {
    this.refuse = refuse
  }

  /** The open exchanges whose signal was read or that were hijacked. */
  get noted(): Iterable<Exchange> {
    return this.#noted
  }

  /** Tracks an exchange until its connection or stream closes. */
  note(exchange: Exchange): void {
    if (this.#noted.has(exchange) || exchange.transport.isClosed) return
    this.#noted.add(exchange)
    exchange.transport.onClose(() => this.#noted.delete(exchange))
  }
}
