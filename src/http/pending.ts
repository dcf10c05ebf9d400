/**
 * The exchanges that have no answer yet, and a bound on how long that may last.
 *
 * One coarse timer serves all of them, so that the bound costs a request neither a timer nor a listener. An exchange is no longer waited for when its
 * head is sent, it was hijacked, or its client left. A stream may take as long as it likes. Trailers are waited for again. The time in which a body
 * arrives does not count, because `requestTimeout` bounds it, for HTTP/1 by Node and for HTTP/2 here. While the app closes, all time counts.
 */
import { isWorker } from '../require.ts'
import type { Exchange } from './exchange.ts'

/** In milliseconds: how often the exchanges are looked at, and how exact the bound is. */
const interval = 1000

/** In milliseconds: the client has waited for the whole of its time already, and an error handler has less to do than a handler. */
const mostGrace = 10_000

/** In milliseconds: how long the answer to a request may take whose time, `timeout`, is over. */
export const graceOf = (timeout: number): number => Math.min(timeout, mostGrace)

interface Closing {
  readonly active: boolean
}

type Expire = (exchange: Exchange) => void

export interface Pending {
  /** @param timeout in milliseconds, rounded up to seconds */
  add(exchange: Exchange, timeout: number): void
  remove(exchange: Exchange): void
}

/** @param requestTimeout in milliseconds: how long the body of a request may arrive; 0 for as long as it takes */
export function createPending(closing: Closing, requestTimeout: number, expire: Expire): Pending {
  const create = () => new PendingExchanges(closing, requestTimeout, expire)
  return isWorker ? new PendingApart(create) : create()
}

/** The exchanges of a worker. A timer there ends with the request that made it and may not touch others, so each exchange has its own. */
export class PendingApart implements Pending {
  readonly #create: () => PendingExchanges
  readonly #pending = new WeakMap<Exchange, PendingExchanges>()

  constructor(create: () => PendingExchanges) {
    this.#create = create
  }

  add(exchange: Exchange, timeout: number): void {
    const pending = this.#create()
    this.#pending.set(exchange, pending)
    pending.add(exchange, timeout)
  }

  remove(exchange: Exchange): void {
    const pending = this.#pending.get(exchange)
    pending?.remove(exchange)
    // Which ends its timer, now that it is empty.
    pending?.sweep()
  }
}

export class PendingExchanges implements Pending {
  readonly #list: Exchange[] = []
  readonly #closing: Closing
  readonly #expire: Expire
  readonly #requestTimeout: number
  /** How many looks found more of a body that arrives over HTTP/2. */
  readonly #arrivals = new WeakMap<Exchange, number>()
  #timer: NodeJS.Timeout | null = null

  constructor(closing: Closing, requestTimeout: number, expire: Expire) {
    this.#closing = closing
    this.#expire = expire
    this.#requestTimeout = requestTimeout
  }

  add(exchange: Exchange, timeout: number): void {
    exchange.patience = Math.ceil(timeout / interval)
    exchange.slot = this.#list.push(exchange) - 1
    this.#timer ??= setInterval(() => this.sweep(), interval).unref()
  }

  remove(exchange: Exchange): void {
    const { slot } = exchange
    if (slot === -1) return
    const last = this.#list.pop() as Exchange
    if (last !== exchange) {
      this.#list[slot] = last
      last.slot = slot
    }
    exchange.slot = -1
  }

  /** Forgets who is answered, and expires who has waited for too long. */
  sweep(): void {
    const expired: Exchange[] = []
    for (const exchange of [...this.#list]) {
      if (hasAnswer(exchange)) this.remove(exchange)
      else if (!this.#isExcused(exchange) && exchange.patience-- === 0) {
        this.remove(exchange)
        expired.push(exchange)
      }
    }
    if (this.#list.length === 0 && this.#timer !== null) {
      clearInterval(this.#timer)
      this.#timer = null
    }
    for (const exchange of expired) this.#expire(exchange)
  }

  /** Whether the client still has time to send its body, and uses it. */
  #isExcused(exchange: Exchange): boolean {
    if (this.#closing.active || exchange.expiry !== null || !isArriving(exchange)) return false
    if (exchange.transport.version < 2 || this.#requestTimeout === 0) return true
    const arrivals = (this.#arrivals.get(exchange) ?? 0) + 1
    this.#arrivals.set(exchange, arrivals)
    return arrivals * interval <= this.#requestTimeout
  }
}

function hasAnswer({ awaitsTrailers, hijacked, transport }: Exchange): boolean {
  return hijacked || (transport.isBegun && !awaitsTrailers) || transport.isClosed
}

/** Whether more of a request's body has arrived since the last look. */
function isArriving(exchange: Exchange): boolean {
  const { received } = exchange.transport
  if (received === null) return false
  const before = exchange.bytesRead
  exchange.bytesRead = received
  return received !== before
}
