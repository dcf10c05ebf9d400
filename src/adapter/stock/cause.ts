/**
 * Publishes on the diagnostics channel `espalier.exchange.stock` why a request or response needed Node's own object. This helps to find slow plugins.
 */
import { channel } from 'node:diagnostics_channel'
import { callerLine } from '../../error/place.ts'

export interface StockCause {
  readonly message: 'request' | 'response'
  /** The property that was read, such as `reply.raw`, or the feature that needed the object. */
  readonly cause: string
  /** The file and line of the first caller outside of espalier and Node; `null` if only their code called. */
  readonly at: string | null
}

const becameStock = channel('espalier.exchange.stock')
const published = { request: new WeakSet(), response: new WeakSet() }

export function publishStockCause(exchange: object, message: StockCause['message'], cause: string): void {
  if (!becameStock.hasSubscribers || published[message].has(exchange)) return
  published[message].add(exchange)
  becameStock.publish({ message, cause, at: callerLine() } satisfies StockCause)
}
