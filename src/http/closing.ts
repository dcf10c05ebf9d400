/** How far the closing of an app has progressed, and the exchanges that are ended early, such as event streams. */
import type { Exchange } from './exchange.ts'

export class Closing {
  /** `close()` was called: upgrades to another protocol are refused, because they would end soon. */
  begun = false
  /** New requests are refused, if `refuse` is set. */
  active = false
  /** Every response closes its connection (`Connection: close`). */
  endsConnections = false
  /** Whether new requests get a 503 while the app closes. */
  readonly refuse: boolean
  /** Event streams, each with the function that ends the stream. `close()` calls these functions early, because the clients reconnect. */
  readonly eventStreams = new Map<Exchange, () => void>()
  readonly #tracked = new Set<Exchange>()

  constructor(refuse: boolean) {
    this.refuse = refuse
  }

  /** The open exchanges whose `request.signal` was read, or whose reply was hijacked. */
  get tracked(): Iterable<Exchange> {
    return this.#tracked
  }

  track(exchange: Exchange): void {
    if (this.#tracked.has(exchange) || exchange.transport.isClosed) return
    this.#tracked.add(exchange)
    exchange.transport.onClose(() => this.#tracked.delete(exchange))
  }
}
