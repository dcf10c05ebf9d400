/**
 * Whether messages may pass by a server of Node. Where something watches the server, the server gets them.
 *
 * Relies on `emit` of a server being that of `EventEmitter`.
 */
import { channel } from 'node:diagnostics_channel'
import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import type { Transport } from '../../http/transport.ts'
import { isNodesOwn, lookForWatchers, watched } from '../observed.ts'
import type { Cause } from './left.ts'

const { emit } = EventEmitter.prototype
const isEmitNodesOwn = isNodesOwn(emit)
const started = channel('http.server.request.start')
const ended = channel('http.server.response.finish')

/** Names and values that Node's parser takes of a head where its server sets no bound. */
const usualPairs = 2000

type HttpServer = Server & { readonly joinDuplicateHeaders?: boolean; readonly httpAllowHalfOpen?: boolean }

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

  /** How many names and values of a head the server takes. */
  get mostPairs(): number {
    const { maxHeadersCount } = this.#server
    if (typeof maxHeadersCount !== 'number') return usualPairs
    return maxHeadersCount << 1 || Number.POSITIVE_INFINITY
  }

  /** In milliseconds: how long the server says that it keeps a connection. */
  get keepAliveTimeout(): number {
    return this.#server.keepAliveTimeout
  }

  /** Looks once more for those who watch Node's classes. */
  look(): void {
    lookForWatchers()
  }

  /** Why a message may not pass by the server now; `null` when it may. */
  findObstacle(): Cause | null {
    if (watched || started.hasSubscribers || ended.hasSubscribers) return 'watched'
    if (!this.#isAlone) return 'listened to'
    return this.#isOrdinary ? null : 'settings'
  }

  /**
   * Whether the app is all that a server calls for a request. Another listener may throw, and may call the app's or not. Node's parser has to read
   * such a request.
   */
  get #isAlone(): boolean {
    const server = this.#server
    if (server.listenerCount('request') !== 1 || server.rawListeners('request')[0] !== this.#listener) return false
    return isEmitNodesOwn && server.emit === this.#emit && Object.getPrototypeOf(server).emit === emit
  }

  /** Whether the server has no option by which Node counts requests, joins fields, or ends connections in its own way. */
  get #isOrdinary(): boolean {
    const server = this.#server
    return (
      !(Number(server.maxRequestsPerSocket) > 0) &&
      !server.timeout &&
      server.joinDuplicateHeaders !== true &&
      server.httpAllowHalfOpen !== true
    )
  }
}
