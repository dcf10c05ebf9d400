/**
 * Whether messages may pass by a server of Node: somebody may watch there, and what is watched is given to it.
 *
 * Leans on: `emit` of a server being that of `EventEmitter`, and Node's parser telling its server of requests by `onIncoming` alone.
 */
import { channel } from 'node:diagnostics_channel'
import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import type { Transport } from '../../http/transport.ts'
import { isNodesOwn, type Persistence } from '../light/index.ts'

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

  constructor(server: Server, enter: ((exchange: Transport) => void) | null) {
    this.enter = enter
    this.#server = server
    this.#emit = server.emit
    this.persistence = new Kept(server)
  }

  /** In milliseconds: how long a connection may be idle while a request is answered; 0 for ever. */
  get timeout(): number {
    return this.#server.timeout || 0
  }

  get joins(): boolean | undefined {
    return this.#server.joinDuplicateHeaders
  }

  /** Whether nobody but the app listens for requests. */
  get isAlone(): boolean {
    return this.#server.listenerCount('request') === 1
  }

  isOpen(): boolean {
    const server = this.#server
    return (
      isEmitNodesOwn &&
      this.enter !== null &&
      !started.hasSubscribers &&
      !ended.hasSubscribers &&
      server.emit === this.#emit &&
      Object.getPrototypeOf(server).emit === emit &&
      server.listenerCount('request') === 1 &&
      // What Node counts, joins or lets go on by these is its own.
      !(Number(server.maxRequestsPerSocket) > 0) &&
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
