/**
 * Decides whether messages may bypass Node's HTTP server, and reads the limits of that server. If something watches the server, all messages must go
 * through it. Relies on servers inheriting `emit` from `EventEmitter`.
 */
import { channel } from 'node:diagnostics_channel'
import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import type { Transport } from '../../http/transport.ts'
import { maxHeaderSize } from '../../node-http.ts'
import { isNodesOwn, isWatched } from '../http-watchers.ts'
import type { FallbackCause } from './fallback.ts'
import { type EmittableExchange, emitRequest } from './request-event.ts'

const { emit } = EventEmitter.prototype
const isEmitNodesOwn = isNodesOwn(emit)
const started = channel('http.server.request.start')
const ended = channel('http.server.response.finish')

/** The default limit of Node's parser, counted in names and values. */
const defaultMaxPairs = 2000

type HttpServer = Server & {
  readonly joinDuplicateHeaders?: boolean
  readonly httpAllowHalfOpen?: boolean
  readonly maxHeaderSize?: number
  readonly keepAliveTimeoutBuffer?: number
}

export class BypassedServer {
  readonly #enter: (exchange: Transport) => void
  /** Whether the 'request' event had more than the app's listener at the last `findObstacle`. */
  hasOtherListeners = false
  readonly #server: HttpServer
  readonly #emit: Server['emit']
  /** The app's 'request' listener. */
  readonly #listener: unknown

  constructor(server: Server, enter: (exchange: Transport) => void) {
    this.#enter = enter
    this.#server = server
    this.#emit = server.emit
    this.#listener = server.rawListeners('request')[0]
  }

  /** @throws the error of another 'request' listener of the server */
  enter(exchange: EmittableExchange): void {
    if (this.hasOtherListeners) emitRequest(this.#server, exchange)
    else this.#enter(exchange)
  }

  get maxHeadSize(): number {
    return this.#server.maxHeaderSize || maxHeaderSize
  }

  /** In milliseconds: how long a connection may wait for its first message; 0 for no limit. */
  get firstRequestTimeout(): number {
    const times = [this.#server.headersTimeout, this.#server.requestTimeout].filter((time) => time > 0)
    return times.length === 0 ? 0 : Math.min(...times)
  }

  /** In milliseconds between messages; 0 for no limit. As in Node, a buffer is added to the timeout, by default one second. */
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

  /** Returns why the next message must not bypass the server; `null` if it may. */
  findObstacle(): FallbackCause | null {
    if (isWatched || started.hasSubscribers || ended.hasSubscribers) return 'watched'
    const server = this.#server
    const listeners = server.rawListeners('request')
    this.hasOtherListeners = listeners.length > 1
    // A listener before the app's, or in its place, may change or keep a request.
    const isFirst = listeners[0] === this.#listener
    const isEmitOwn = isEmitNodesOwn && server.emit === this.#emit && Object.getPrototypeOf(server).emit === emit
    if (!isFirst || !isEmitOwn) return 'listened to'
    // With one of these settings, Node counts requests, ends connections differently, or joins fields.
    const counts = Number(server.maxRequestsPerSocket) > 0
    const isSet = counts || server.timeout || server.joinDuplicateHeaders === true || server.httpAllowHalfOpen === true
    return isSet ? 'settings' : null
  }
}
