/**
 * Whether messages may bypass Node's HTTP server. If something watches the server, they may not.
 *
 * Relies on the `emit` of a server being that of `EventEmitter`.
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

/** The number of names and values that Node's parser reads of a head, if its server sets no limit. */
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
    if (!this.#isAlone) return 'listened to'
    return this.#isOrdinary ? null : 'settings'
  }

  /** Whether the app's listener is the only one for requests. Another one may throw, or replace the app's. Node's parser has to read such a request. */
  get #isAlone(): boolean {
    const server = this.#server
    if (server.listenerCount('request') !== 1 || server.rawListeners('request')[0] !== this.#listener) return false
    return isEmitNodesOwn && server.emit === this.#emit && Object.getPrototypeOf(server).emit === emit
  }

  /** Whether the server has no option by which Node counts requests, joins fields, or ends connections differently. */
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
