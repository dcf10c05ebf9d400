/**
 * The timeout of requests that have no response yet.
 *
 * One coarse timer serves all requests, because a timer for each would cost more. An exchange leaves the list as soon as it is answered. If it stayed
 * in the list, it would survive garbage collections, which costs far more than removing it.
 *
 * - The timeout no longer applies once the head was sent, the reply was hijacked, or the client disconnected. So it does not limit streams.
 * - While a response waits for its trailers, the timeout applies again.
 * - The time in which a body arrives does not count. `requestTimeout` limits the arrival, for HTTP/1 in Node and for HTTP/2 here.
 * - While the app closes, all time counts.
 */
import { isWorker } from '../require.ts'
import type { Exchange } from './exchange.ts'

/** In milliseconds: how often the exchanges are checked, and how far a timeout may be late. */
const interval = 1000

/**
 * In milliseconds: the longest time for the error response after a timeout. It is short, because the client has waited for the whole timeout already.
 */
const mostGrace = 10_000

/** In milliseconds: how long the error response may take, after a request has exceeded `timeout`. */
export const graceOf = (timeout: number): number => Math.min(timeout, mostGrace)

interface Closing {
  readonly active: boolean
}

type Expire = (exchange: Exchange) => void

export interface ResponseTimeouts {
  /** @param timeout in milliseconds, rounded up to seconds */
  add(exchange: Exchange, timeout: number): void
  remove(exchange: Exchange): void
}

/** @param requestTimeout in milliseconds: how long the body of a request may take to arrive; 0 for no limit */
export function createResponseTimeouts(closing: Closing, requestTimeout: number, expire: Expire): ResponseTimeouts {
  const create = () => new SharedResponseTimeouts(closing, requestTimeout, expire)
  return isWorker ? new WorkerResponseTimeouts(create) : create()
}

/** The exchanges of a worker, each with its own timer. In a worker, a timer ends with the request that made it, and may not touch other requests. */
export class WorkerResponseTimeouts implements ResponseTimeouts {
  readonly #create: () => SharedResponseTimeouts
  readonly #timeouts = new WeakMap<Exchange, SharedResponseTimeouts>()

  constructor(create: () => SharedResponseTimeouts) {
    this.#create = create
  }

  add(exchange: Exchange, timeout: number): void {
    const timeouts = this.#create()
    this.#timeouts.set(exchange, timeouts)
    timeouts.add(exchange, timeout)
  }

  remove(exchange: Exchange): void {
    const timeouts = this.#timeouts.get(exchange)
    timeouts?.remove(exchange)
    // A check of the empty list stops the timer.
    timeouts?.sweep()
  }
}

export class SharedResponseTimeouts implements ResponseTimeouts {
  readonly #list: Exchange[] = []
  readonly #closing: Closing
  readonly #expire: Expire
  readonly #requestTimeout: number
  /** The number of checks at which more of an HTTP/2 body had arrived. */
  readonly #arrivals = new WeakMap<Exchange, number>()
  #timer: NodeJS.Timeout | null = null

  constructor(closing: Closing, requestTimeout: number, expire: Expire) {
    this.#closing = closing
    this.#expire = expire
    this.#requestTimeout = requestTimeout
  }

  add(exchange: Exchange, timeout: number): void {
    exchange.checksLeft = Math.ceil(timeout / interval)
    exchange.timeoutIndex = this.#list.push(exchange) - 1
    this.#timer ??= setInterval(() => this.sweep(), interval).unref()
  }

  remove(exchange: Exchange): void {
    const { timeoutIndex } = exchange
    if (timeoutIndex === -1) return
    const last = this.#list.pop() as Exchange
    if (last !== exchange) {
      this.#list[timeoutIndex] = last
      last.timeoutIndex = timeoutIndex
    }
    exchange.timeoutIndex = -1
  }

  /** Removes answered exchanges, and calls `expire` for exchanges that have waited too long. */
  sweep(): void {
    const expired: Exchange[] = []
    for (const exchange of [...this.#list]) {
      if (isAnswered(exchange)) this.remove(exchange)
      else if (!this.#isExcused(exchange) && exchange.checksLeft-- === 0) {
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

  /** Whether the time of a check does not count, because the client is sending the body and `requestTimeout` has not passed. */
  #isExcused(exchange: Exchange): boolean {
    if (this.#closing.active || exchange.timeoutError !== null || !isArriving(exchange)) return false
    if (exchange.transport.version < 2 || this.#requestTimeout === 0) return true
    const arrivals = (this.#arrivals.get(exchange) ?? 0) + 1
    this.#arrivals.set(exchange, arrivals)
    return arrivals * interval <= this.#requestTimeout
  }
}

function isAnswered({ awaitsTrailers, hijacked, transport }: Exchange): boolean {
  return hijacked || (transport.isBegun && !awaitsTrailers) || transport.isClosed
}

/** Whether more of a request's body has arrived since the last check. */
function isArriving(exchange: Exchange): boolean {
  const { received } = exchange.transport
  if (received === null) return false
  const before = exchange.bytesRead
  exchange.bytesRead = received
  return received !== before
}
