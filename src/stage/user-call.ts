/**
 * The exchange whose hook or handler runs now. Inside it `reply.send` may throw, because the caller fails the request by the exception. Outside, such
 * as in the callback of a database, a throw would be uncaught and end the process.
 */
import type { Exchange } from '../http/exchange.ts'

let current: Exchange | null = null

/** Notes that a function is called for a request; returns what `leave` takes when it has returned. */
export function enter(exchange: Exchange): Exchange | null {
  const outer = current
  current = exchange
  return outer
}

export function leave(outer: Exchange | null): void {
  current = outer
}

/** Whether an exception for this request would be caught above. */
export function isCalled(exchange: Exchange): boolean {
  return current === exchange
}
