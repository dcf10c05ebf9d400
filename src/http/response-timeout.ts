/**
 * The timeout for requests whose handler does not respond. One timer checks all of them once a second, because a timer for each request costs more.
 * A request leaves the list as soon as its response begins: objects that survive a garbage collection cost far more.
 *
 * Hijacked replies and disconnected clients end the timeout. It restarts while a response waits for its trailers. While the body is still arriving,
 * only `requestTimeout` applies, except while the app closes. Node enforces it for HTTP/1, and this module for HTTP/2.
 */
import { isWorker } from '../require.ts'
import type { Closing } from './closing.ts'
import type { Exchange } from './exchange.ts'

/** In milliseconds between checks. A timeout may fire late by this time. */
const interval = 1000

const longestGrace = 10_000

/** In milliseconds: how long an error handler may take for the response to a timeout. It is short, because the client has already waited. */
export const graceOf = (timeout: number): number => Math.min(timeout, longestGrace)

type Expire = (exchange: Exchange) => void

export interface ResponseTimeouts {
  /** @param timeout in milliseconds; it is rounded up to seconds */
  add(exchange: Exchange, timeout: number): void
  remove(exchange: Exchange): void
}

/** @param requestTimeout in milliseconds: the limit for receiving the body; 0 for no limit */
export function createResponseTimeouts(closing: Closing, requestTimeout: number, expire: Expire): ResponseTimeouts {
  const create = () => new SharedResponseTimeouts(closing, requestTimeout, expire)
  return isWorker ? new WorkerResponseTimeouts(create) : create()
}

/** For Cloudflare Workers: a timer there ends with the request that started it, so requests cannot share one. */
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
    timeouts?.sweep()
  }
}

export class SharedResponseTimeouts implements ResponseTimeouts {
  readonly #list: Exchange[] = []
  readonly #closing: Pick<Closing, 'active'>
  readonly #expire: Expire
  readonly #requestTimeout: number
  readonly #arrivals = new WeakMap<Exchange, number>()
  #timer: NodeJS.Timeout | null = null

  constructor(closing: Pick<Closing, 'active'>, requestTimeout: number, expire: Expire) {
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

  /** Whether the timeout must wait, because the body is still arriving within `requestTimeout`. */
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

function isArriving(exchange: Exchange): boolean {
  const { received } = exchange.transport
  if (received === null) return false
  const before = exchange.bytesRead
  exchange.bytesRead = received
  return received !== before
}
