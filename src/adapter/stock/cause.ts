/** Publishes on the channel `espalier.exchange.stock` why a request or response needs Node's own object, once for each, with the calling line. */
import { channel } from 'node:diagnostics_channel'
import { callerLine } from '../../error/place.ts'

export interface StockCause {
  readonly message: 'request' | 'response'
  /** The property that was read, such as `reply.raw`, or a feature. */
  readonly cause: string
  /** The calling line outside of espalier and Node, if any. */
  readonly at: string | null
}

const becameStock = channel('espalier.exchange.stock')
const published = { request: new WeakSet(), response: new WeakSet() }

export function publishStockCause(exchange: object, message: StockCause['message'], cause: string): void {
  if (!becameStock.hasSubscribers || published[message].has(exchange)) return
  published[message].add(exchange)
  becameStock.publish({ message, cause, at: callerLine() } satisfies StockCause)
}
