/**
 * Which request is having one of its functions called just now. Such a function may catch what `reply.send` throws, and what it does not catch
 * fails its request. From anywhere else, such as the callback of a database, a throw would reach nobody and end the process.
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

/** Whether somebody above catches what is thrown here for a request. */
export function isCalled(exchange: Exchange): boolean {
  return current === exchange
}
