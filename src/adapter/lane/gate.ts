/**
 * Whether messages may bypass Node's HTTP server, and its limits for them. If something watches the server, they may not.
 *
 * Relies on the `emit` of a server being that of `EventEmitter`.
 */
import { channel } from 'node:diagnostics_channel'
import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import type { Transport } from '../../http/transport.ts'
import { maxHeaderSize } from '../../node-http.ts'
import { isNodesOwn, lookForWatchers, watched } from '../observed.ts'
import type { Cause } from './left.ts'

const { emit } = EventEmitter.prototype
const isEmitNodesOwn = isNodesOwn(emit)
const started = channel('http.server.request.start')
const ended = channel('http.server.response.finish')

/** The number of names and values that Node's parser reads of a head, if its server sets no limit. */
const usualPairs = 2000

type HttpServer = Server & {
  readonly joinDuplicateHeaders?: boolean
  readonly httpAllowHalfOpen?: boolean
  readonly maxHeaderSize?: number
  readonly keepAliveTimeoutBuffer?: number
}

export class Gate {
  /** Starts a request in the app. */
  readonly enter: (exchange: Transport) => void
  readonly #server: HttpServer
  readonly #emit: Server['emit']
  /** The app's listener: the only one of a server that was just made. */
  readonly #listener: unknown

  constructor(server: Server, enter: (exchange: Transport) => void) {
    this.enter = enter
    this.#server = server
    this.#emit = server.emit
    this.#listener = server.rawListeners('request')[0]
  }

  /** In bytes: how long a head may be. */
  get headLimit(): number {
    return this.#server.maxHeaderSize || maxHeaderSize
  }

  /** In milliseconds: how long a connection may be silent before its first message; 0 for no limit. */
  get silence(): number {
    const times = [this.#server.headersTimeout, this.#server.requestTimeout].filter((time) => time > 0)
    return times.length === 0 ? 0 : Math.min(...times)
  }

  /**
   * In milliseconds: how long a connection may be idle between two messages; 0 for no limit. Node waits a second longer than it announces to the
   * client.
   */
  get idleness(): number {
    const { keepAliveTimeout, keepAliveTimeoutBuffer: buffer } = this.#server
    if (!(keepAliveTimeout > 0 && Number.isFinite(keepAliveTimeout))) return 0
    return keepAliveTimeout + (buffer !== undefined && Number.isFinite(buffer) && buffer >= 0 ? buffer : 1000)
  }

  /** The number of names and values of a head that the server accepts. */
  get mostPairs(): number {
    const { maxHeadersCount } = this.#server
    if (typeof maxHeadersCount !== 'number') return usualPairs
    return maxHeadersCount << 1 || Number.POSITIVE_INFINITY
  }

  /** In milliseconds: the keep-alive timeout that the server announces. */
  get keepAliveTimeout(): number {
    return this.#server.keepAliveTimeout
  }

  /** Checks again whether something watches Node's classes. */
  look(): void {
    lookForWatchers()
  }

  /** Why a message may not bypass the server now; `null` if it may. */
  findObstacle(): Cause | null {
    if (watched || started.hasSubscribers || ended.hasSubscribers) return 'watched'
    const server = this.#server
    // Another listener for requests may throw, or replace the app's. Node's parser has to read such a request.
    const isAlone = server.listenerCount('request') === 1 && server.rawListeners('request')[0] === this.#listener
    const isEmitOwn = isEmitNodesOwn && server.emit === this.#emit && Object.getPrototypeOf(server).emit === emit
    if (!isAlone || !isEmitOwn) return 'listened to'
    // By these options Node counts requests, ends connections differently, or joins fields.
    const counts = Number(server.maxRequestsPerSocket) > 0
    const isSet = counts || server.timeout || server.joinDuplicateHeaders === true || server.httpAllowHalfOpen === true
    return isSet ? 'settings' : null
  }
}
