/**
 * Decides for each message whether espalier may read it without Node's HTTP server. A tracer or another 'request' listener needs Node's server.
 * Also returns the timeouts and size limits of the server, because espalier must enforce them itself.
 */
import { channel } from 'node:diagnostics_channel'
import type { Server } from 'node:http'
import type { Transport } from '../../http/transport.ts'
import { maxHeaderSize } from '../../node-http.ts'
import { isWatched } from '../http-watchers.ts'
import { RequestListeners } from '../request-listeners.ts'
import type { FallbackCause } from './fallback.ts'
import { type EmittableExchange, emitRequest } from './request-event.ts'

const started = channel('http.server.request.start')
const ended = channel('http.server.response.finish')

/** Node's default limit. Names and values count separately, so it permits 1000 fields. */
const defaultMaxPairs = 2000

type HttpServer = Server & {
  readonly joinDuplicateHeaders?: boolean
  readonly httpAllowHalfOpen?: boolean
  readonly maxHeaderSize?: number
  readonly keepAliveTimeoutBuffer?: number
}

export class BypassedServer {
  readonly #enter: (exchange: Transport) => void
  readonly #server: HttpServer
  readonly #listeners: RequestListeners

  constructor(server: Server, enter: (exchange: Transport) => void) {
    this.#enter = enter
    this.#server = server
    this.#listeners = new RequestListeners(server)
  }

  /** Whether the server has 'request' listeners besides the app's. `findObstacle` updates this. */
  get hasOtherListeners(): boolean {
    return this.#listeners.hasOthers
  }

  /** @throws the error of another 'request' listener */
  enter(exchange: EmittableExchange): void {
    if (this.hasOtherListeners) emitRequest(this.#server, exchange)
    else this.#enter(exchange)
  }

  get maxHeadSize(): number {
    return this.#server.maxHeaderSize || maxHeaderSize
  }

  /** In milliseconds: how long a new connection may take to send its first request; 0 for no limit. */
  get firstRequestTimeout(): number {
    const times = [this.#server.headersTimeout, this.#server.requestTimeout].filter((time) => time > 0)
    return times.length === 0 ? 0 : Math.min(...times)
  }

  /** In milliseconds between requests; 0 for no limit. Like Node, adds `keepAliveTimeoutBuffer`, which is one second by default. */
  get idleTimeout(): number {
    const { keepAliveTimeout, keepAliveTimeoutBuffer: buffer } = this.#server
    if (!(keepAliveTimeout > 0 && Number.isFinite(keepAliveTimeout))) return 0
    return keepAliveTimeout + (buffer !== undefined && Number.isFinite(buffer) && buffer >= 0 ? buffer : 1000)
  }

  get maxPairs(): number {
    const { maxHeadersCount } = this.#server
    if (typeof maxHeadersCount !== 'number') return defaultMaxPairs
    return maxHeadersCount << 1 || Number.POSITIVE_INFINITY
  }

  /** Returns why Node's server must read the next request; `null` if espalier may read it. */
  findObstacle(): FallbackCause | null {
    if (isWatched || started.hasSubscribers || ended.hasSubscribers) return 'watched'
    if (!this.#listeners.check()) return 'listened to'
    const server = this.#server
    // Only Node's server supports these settings: a request limit, a socket timeout, joined header fields, half-open connections.
    const counts = Number(server.maxRequestsPerSocket) > 0
    const isSet = counts || server.timeout || server.joinDuplicateHeaders === true || server.httpAllowHalfOpen === true
    return isSet ? 'settings' : null
  }
}
