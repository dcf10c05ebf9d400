/**
 * Publishes which requests and responses needed Node's own objects. The channel `espalier.exchange.stock` gets one message for each such request or
 * response, with the cause and the calling line. Without a subscriber this costs nothing.
 */
import { channel } from 'node:diagnostics_channel'
import { callerLine } from '../../error/place.ts'

export interface StockCause {
  readonly message: 'request' | 'response'
  /** The property that was read, such as `reply.raw`, or the feature that needs Node's objects. */
  readonly cause: string
  /** The calling line outside of espalier and Node; `null` if there is none. */
  readonly at: string | null
}

const becameStock = channel('espalier.exchange.stock')
const published = { request: new WeakSet(), response: new WeakSet() }

export function publishStockCause(exchange: object, message: StockCause['message'], cause: string): void {
  if (!becameStock.hasSubscribers || published[message].has(exchange)) return
  published[message].add(exchange)
  becameStock.publish({ message, cause, at: callerLine() } satisfies StockCause)
}
