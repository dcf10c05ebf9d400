import type { Exchange } from './exchange.ts'

export class Closing {
  begun = false
  active = false
  endsConnections = false
  /** Whether new requests get a 503 while `active` is set. */
  readonly refuse: boolean
  /** The functions that end event streams. `close()` calls them early, because the clients reconnect. */
  readonly eventStreams = new Map<Exchange, () => void>()
  /** Exchanges that may outlive their response: `request.signal` was read, or the reply was hijacked. */
  readonly tracked = new Set<Exchange>()

  constructor(refuse: boolean) {
    this.refuse = refuse
  }

  track(exchange: Exchange): void {
    if (this.tracked.has(exchange) || exchange.transport.isClosed) return
    this.tracked.add(exchange)
    exchange.transport.onClose(() => this.tracked.delete(exchange))
  }
}
