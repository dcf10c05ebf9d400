/**
 * Whether messages may pass by a server of Node: somebody may watch there, and what is watched is given to it.
 *
 * Leans on: `emit` of a server being that of `EventEmitter`, and Node's parser telling its server of requests by `onIncoming` alone.
 */
import { channel } from 'node:diagnostics_channel'
import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import type { Transport } from '../../http/transport.ts'
import type { ServerResponse } from '../../node-http.ts'
import { isNodesOwn, type LightRequest, type Persistence } from '../light/index.ts'
import { takeUnannounced } from './joining.ts'

const { emit } = EventEmitter.prototype
const isEmitNodesOwn = isNodesOwn(emit)
const started = channel('http.server.request.start')
const ended = channel('http.server.response.finish')

export class Gate {
  /** What the app does with a request; `null` where it takes only what Node's server gives it. */
  readonly enter: ((exchange: Transport) => void) | null
  readonly persistence: Persistence
  readonly #server: Server & { readonly joinDuplicateHeaders?: boolean; readonly httpAllowHalfOpen?: boolean }
  readonly #emit: Server['emit']
  /** What the app listens with: the only listener of a server that was just made. */
  readonly #listener: unknown

  constructor(server: Server, enter: ((exchange: Transport) => void) | null) {
    this.enter = enter
    this.#server = server
    this.#emit = server.emit
    this.#listener = server.rawListeners('request')[0]
    this.persistence = new Kept(server)
  }

  /** In milliseconds: how long a connection may be idle while a request is answered; 0 for ever. */
  get timeout(): number {
    return this.#server.timeout || 0
  }

  get joins(): boolean | undefined {
    return this.#server.joinDuplicateHeaders
  }

  /**
   * Whether the app is all that a server calls for a request. Another listener in the place of the app's may call that, or not, and may throw, and
   * then Node's parser fails with it: so that parser reads the request.
   */
  get isAlone(): boolean {
    const server = this.#server
    const listeners = server.rawListeners('request')
    return (
      listeners.length === 1 &&
      listeners[0] === this.#listener &&
      isEmitNodesOwn &&
      server.emit === this.#emit &&
      Object.getPrototypeOf(server).emit === emit &&
      (!this.#isCounting || server.listenerCount('dropRequest') === 0)
    )
  }

  get #isCounting(): boolean {
    return Number(this.#server.maxRequestsPerSocket) > 0
  }

  /** Has the server take a request by `take` whose listener has it already. */
  join(request: LightRequest, take: () => void): ServerResponse | null {
    return takeUnannounced(this.#server, request, take)
  }

  /** Whether a request that only the app is to have may pass by the server. */
  isOpen(): boolean {
    const server = this.#server
    return (
      this.enter !== null &&
      !started.hasSubscribers &&
      !ended.hasSubscribers &&
      // What Node counts, joins or lets go on by these is its own.
      !this.#isCounting &&
      server.joinDuplicateHeaders !== true &&
      server.httpAllowHalfOpen !== true
    )
  }
}

/** The answers that pass by keep their connection: all others are Node's. */
class Kept implements Persistence {
  readonly shouldKeepAlive = true
  readonly maxRequestsOnConnectionReached = false
  readonly _maxRequestsPerSocket = 0
  readonly #server: Server

  constructor(server: Server) {
    this.#server = server
  }

  get _keepAliveTimeout(): number {
    return this.#server.keepAliveTimeout
  }
}
