/** How far an app has come with closing, and the exchanges that closing concerns beyond their answer. */
import type { Exchange } from './exchange.ts'

export class Closing {
  /** `close()` was called: handshakes for another protocol are refused, which nothing would speak for long. */
  begun = false
  /** New requests are refused. */
  active = false
  /** Every answer is the last of its connection. */
  endsConnections = false
  /** Whether requests that arrive from now on are answered 503. */
  readonly refuse: boolean
  /** Aborts of event streams. `close()` calls them while it drains, because clients reconnect. */
  readonly endless = new Map<Exchange, () => void>()
  readonly #noted = new Set<Exchange>()

  constructor(refuse: boolean) {
    this.refuse = refuse
  }

  /** The exchanges that are still open and whose signal was asked for, or that were hijacked. */
  get noted(): Iterable<Exchange> {
    return this.#noted
  }

  /** Notes an exchange until its connection or stream closes. */
  note(exchange: Exchange): void {
    if (this.#noted.has(exchange) || exchange.transport.isClosed) return
    this.#noted.add(exchange)
    exchange.transport.onClose(() => this.#noted.delete(exchange))
  }
}
