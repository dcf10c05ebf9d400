/**
 * The exchange whose hook or handler runs now. Inside such a call `reply.send` may throw, because the caller catches the exception and fails the
 * request. Elsewhere, such as in the callback of a database, a throw would be uncaught and end the process.
 */
import type { Exchange } from '../http/exchange.ts'

let current: Exchange | null = null

/** Records that a function is called for a request. Returns the argument for `leave`, to be called when it has returned. */
export function enter(exchange: Exchange): Exchange | null {
  const outer = current
  current = exchange
  return outer
}

export function leave(outer: Exchange | null): void {
  current = outer
}

/** Whether an exception for this request would be caught by the caller. */
export function isCalled(exchange: Exchange): boolean {
  return current === exchange
}
