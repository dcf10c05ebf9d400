/**
 * Tells whether the app alone handles the requests of a server. Other 'request' listeners, or a replaced `emit`, may read or change Node's request and
 * response.
 */
import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { isNodesOwn } from './http-watchers.ts'

const { emit } = EventEmitter.prototype
const isEmitNodesOwn = isNodesOwn(emit)

export class RequestListeners {
  readonly #server: Server
  readonly #emit: Server['emit']
  readonly #listener: unknown
  /** Whether the server has other 'request' listeners than the app's. `check` updates this. */
  hasOthers = false

  constructor(server: Server) {
    this.#server = server
    this.#emit = server.emit
    this.#listener = server.rawListeners('request')[0]
  }

  /** Returns false if other code runs before the app's listener, or in its place. */
  check(): boolean {
    const server = this.#server
    const listeners = server.rawListeners('request')
    this.hasOthers = listeners.length > 1
    const isEmitOwn = isEmitNodesOwn && server.emit === this.#emit && Object.getPrototypeOf(server).emit === emit
    return listeners[0] === this.#listener && isEmitOwn
  }
}
