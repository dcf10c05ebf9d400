/**
 * Tells why an exchange is not light any more: subscribers of the channel `espalier.exchange.stock` hear of each message that becomes Node's own,
 * by whom and at which line. Without a subscriber it costs nothing.
 */
import { channel } from 'node:diagnostics_channel'
import { callerLine } from '../../error/place.ts'

export interface StockCause {
  readonly message: 'request' | 'response'
  /** What was touched, such as `setHeader`, or what the light exchange cannot do. */
  readonly cause: string
  /** The line that did it, outside of espalier and Node; `null` where none did. */
  readonly at: string | null
}

const becameStock = channel('espalier.exchange.stock')

let isQuiet = false

/** Runs what nobody is to be told of. */
export function quietly<Result>(run: () => Result): Result {
  isQuiet = true
  try {
    return run()
  } finally {
    isQuiet = false
  }
}

export function tellStock(message: StockCause['message'], cause: string): void {
  if (isQuiet || !becameStock.hasSubscribers) return
  const at = callerLine()
  // Node itself touches a request whose response is its own already.
  if (at !== null || !isMember(cause)) becameStock.publish({ message, cause, at } satisfies StockCause)
}

/** Whether it is the name of a member, and no sentence about an answer. */
const isMember = (cause: string) => !/[ .]/.test(cause)
