/**
 * Tells why an exchange has Node's objects: subscribers of the channel `espalier.exchange.stock` hear of each that began without them, of what was asked
 * for, and at which line. Without a subscriber it costs nothing.
 */
import { channel } from 'node:diagnostics_channel'
import { callerLine } from '../error/place.ts'

export interface StockCause {
  readonly message: 'request' | 'response'
  /** What was asked for, such as `reply.raw`, or what only Node does. */
  readonly cause: string
  /** The line that asked, outside of espalier and Node; `null` where none did. */
  readonly at: string | null
}

const becameStock = channel('espalier.exchange.stock')

export function tellStock(message: StockCause['message'], cause: string): void {
  if (becameStock.hasSubscribers) becameStock.publish({ message, cause, at: callerLine() } satisfies StockCause)
}
