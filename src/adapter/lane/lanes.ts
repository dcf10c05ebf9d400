/**
 * The connections of one server that are read here, by `Lane`, and Node's own connection listener, which takes over all others.
 *
 * Node's `closeIdleConnections` and `closeAllConnections` find only Node's own connections, so both methods are extended here.
 */
import { AsyncResource } from 'node:async_hooks'
import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { readAheadOf } from '../read-ahead.ts'
import type { BypassedServer } from './bypassed-server.ts'

export type Listener = (this: unknown, ...values: unknown[]) => unknown

const ignore = (): void => {}

interface Member {
  readonly socket: Socket
  /** Whether the connection waits for another request. */
  readonly isIdle: boolean
}

/** Whether a socket has other readers than Node's server and the lane, or has buffered bytes. */
function hasOtherReaders(socket: Duplex): boolean {
  return socket.listenerCount('data') > 2 || socket.listenerCount('readable') > 0 || socket.readableLength > 0
}

export class Lanes {
  readonly bypassed: BypassedServer
  readonly server: Server
  /** Node's own connection listener. */
  readonly nodeListener: Listener
  readonly #opened = new Set<Member>()
  /** An asynchronous context that belongs to no request, created at the first connection. `run` uses this context. */
  #context: AsyncResource | null = null

  constructor(server: Server, bypassed: BypassedServer, nodeListener: Listener) {
    this.server = server
    this.bypassed = bypassed
    this.nodeListener = nodeListener
    this.#closeBy('closeIdleConnections', ({ isIdle }) => isIdle)
    this.#closeBy('closeAllConnections', () => true)
  }

  #closeBy(name: 'closeIdleConnections' | 'closeAllConnections', isClosed: (lane: Member) => boolean): void {
    const { server } = this
    const closeOnNode = server[name]
    server[name] = () => {
      for (const lane of [...this.#opened]) if (isClosed(lane)) lane.socket.destroy()
      Reflect.apply(closeOnNode, server, [])
    }
  }

  add(lane: Member): void {
    this.#context ??= new AsyncResource('espalier.lanes')
    this.#opened.add(lane)
  }

  remove(lane: Member): void {
    this.#opened.delete(lane)
  }

  /** Runs a function outside the asynchronous context of any request. */
  run<Result>(fn: () => Result): Result {
    return this.#context === null ? fn() : this.#context.runInAsyncScope(fn)
  }

  /**
   * Gives a connection to Node. From then on, arriving bytes are buffered while requests wait (`read-ahead.ts`). The result is a
   * function. It takes an event's name, and returns the listeners that Node has added for that event.
   */
  giveToNode(socket: Duplex, events: readonly string[]): (event: string) => Listener[] {
    const before = new Map(events.map((event) => [event, socket.rawListeners(event)]))
    this.run(() => {
      Reflect.apply(this.nodeListener, this.server, [socket])
      // Node's parser would read from the handle directly, past other listeners and bytes that the socket has buffered. A 'data' listener prevents
      // this.
      if (hasOtherReaders(socket)) socket.on('data', ignore).off('data', ignore)
      if (socket instanceof Socket) readAheadOf(socket)
    })
    return (event) => {
      const others = before.get(event) ?? []
      return socket.rawListeners(event).filter((listener) => !others.includes(listener)) as Listener[]
    }
  }
}
