/**
 * Decides whether messages may bypass Node's HTTP server, and reads the limits of that server. If something watches the server, all messages must go
 * through it.
 *
 * Relies on servers inheriting `emit` from `EventEmitter`.
 */
import { channel } from 'node:diagnostics_channel'
import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import type { Transport } from '../../http/transport.ts'
import { maxHeaderSize } from '../../node-http.ts'
import { isNodesOwn, isWatched, lookForWatchers } from '../http-watchers.ts'
import type { FallbackCause } from './fallback.ts'
import { type EmittableExchange, emitRequest } from './request-event.ts'

const { emit } = EventEmitter.prototype
const isEmitNodesOwn = isNodesOwn(emit)
const started = channel('http.server.request.start')
const ended = channel('http.server.response.finish')

/** The default limit of Node's parser for a head, counted in names and values. */
const defaultMaxPairs = 2000

type HttpServer = Server & {
  readonly joinDuplicateHeaders?: boolean
  readonly httpAllowHalfOpen?: boolean
  readonly maxHeaderSize?: number
  readonly keepAliveTimeoutBuffer?: number
}

export class BypassedServer {
  readonly #enter: (exchange: Transport) => void
  /** Whether the server had more than the app's 'request' listener at the last look. */
  #hasOtherListeners = false
  readonly #server: HttpServer
  readonly #emit: Server['emit']
  /** The app's 'request' listener: the only one of the new server that the constructor gets. */
  readonly #listener: unknown

  constructor(server: Server, enter: (exchange: Transport) => void) {
    this.#enter = enter
    this.#server = server
    this.#emit = server.emit
    this.#listener = server.rawListeners('request')[0]
  }

  /** Whether the server's 'request' event has listeners besides the app's. If not, requests go directly to the app. */
  get hasOtherListeners(): boolean {
    return this.#hasOtherListeners
  }

  /** Passes a request to the app, and to all other 'request' listeners of the server. @throws the error of another listener */
  enter(exchange: EmittableExchange): void {
    if (this.#hasOtherListeners) emitRequest(this.#server, exchange)
    else this.#enter(exchange)
  }

  /** In bytes: the longest head that the server accepts. */
  get maxHeadSize(): number {
    return this.#server.maxHeaderSize || maxHeaderSize
  }

  /** In milliseconds: how long a connection may be silent before its first message; 0 for no limit. */
  get firstRequestTimeout(): number {
    const times = [this.#server.headersTimeout, this.#server.requestTimeout].filter((time) => time > 0)
    return times.length === 0 ? 0 : Math.min(...times)
  }

  /**
   * In milliseconds: how long a connection may be idle between two messages; 0 for no limit. As in Node, it is the keep-alive timeout plus a buffer,
   * by default one second.
   */
  get idleTimeout(): number {
    const { keepAliveTimeout, keepAliveTimeoutBuffer: buffer } = this.#server
    if (!(keepAliveTimeout > 0 && Number.isFinite(keepAliveTimeout))) return 0
    return keepAliveTimeout + (buffer !== undefined && Number.isFinite(buffer) && buffer >= 0 ? buffer : 1000)
  }

  /** How many names and values of a head the server accepts. */
  get maxPairs(): number {
    const { maxHeadersCount } = this.#server
    if (typeof maxHeadersCount !== 'number') return defaultMaxPairs
    return maxHeadersCount << 1 || Number.POSITIVE_INFINITY
  }

  /** In milliseconds: the keep-alive timeout that responses announce. */
  get keepAliveTimeout(): number {
    return this.#server.keepAliveTimeout
  }

  /** Checks again whether something watches Node's HTTP classes. */
  lookForWatchers(): void {
    lookForWatchers()
  }

  /** Returns why a message may not bypass the server now; `null` if it may. */
  findObstacle(): FallbackCause | null {
    if (isWatched || started.hasSubscribers || ended.hasSubscribers) return 'watched'
    const server = this.#server
    const listeners = server.rawListeners('request')
    this.#hasOtherListeners = listeners.length > 1
    // A listener before the app's, or in its place, may change or keep a request. Node must then read the request.
    const isFirst = listeners[0] === this.#listener
    const isEmitOwn = isEmitNodesOwn && server.emit === this.#emit && Object.getPrototypeOf(server).emit === emit
    if (!isFirst || !isEmitOwn) return 'listened to'
    // With one of these options Node counts requests, ends connections differently, or joins fields.
    const counts = Number(server.maxRequestsPerSocket) > 0
    const isSet = counts || server.timeout || server.joinDuplicateHeaders === true || server.httpAllowHalfOpen === true
    return isSet ? 'settings' : null
  }
}
