import { OpenList } from '../base/open-list.ts'
import type { Exchange } from './exchange.ts'

export class Closing {
  begun = false
  active = false
  endsConnections = false
  /** Whether new requests get a 503 while the app closes. */
  readonly refuse: boolean
  /** For each server-sent event stream, a function that ends it. `close()` calls them early, so that the clients reconnect elsewhere. */
  readonly eventStreams = new Map<Exchange, () => void>()
  /** Requests that may outlive their response: `request.signal` was read, or the reply was hijacked. */
  readonly tracked = new OpenList<Exchange>()

  constructor(refuse: boolean) {
    this.refuse = refuse
  }

  track(exchange: Exchange): void {
    if (exchange.isTracked || exchange.transport.isClosed) return
    exchange.isTracked = true
    exchange.transport.onClose(this.tracked.add(exchange))
  }
}
