/**
 * The connections of one server that are in the lane, and Node's own connection listener, which gets those that leave it.
 *
 * Node closes only the connections that it has registered; those in the lane are closed here.
 */
import { AsyncResource } from 'node:async_hooks'
import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { readAheadOf } from '../read-ahead.ts'
import type { Gate } from './gate.ts'

export type Listener = (this: unknown, ...values: unknown[]) => unknown

const ignore = (): void => {}

/** A connection that is in the lane. */
interface Member {
  readonly socket: Socket
  /** Whether it waits for another request. */
  readonly isIdle: boolean
}

/** Whether something other than Node's server and the lane reads from a socket, or bytes are buffered in it. */
function isRead(socket: Duplex): boolean {
  return socket.listenerCount('data') > 2 || socket.listenerCount('readable') > 0 || socket.readableLength > 0
}

export class Lanes {
  readonly gate: Gate
  readonly server: Server
  /** Node's own listener for connections. */
  readonly nodes: Listener
  readonly #opened = new Set<Member>()
  /** The asynchronous context of the first connection, which belongs to no request. */
  #context: AsyncResource | null = null

  constructor(server: Server, gate: Gate, nodes: Listener) {
    this.server = server
    this.gate = gate
    this.nodes = nodes
    this.#closeBy('closeIdleConnections', ({ isIdle }) => isIdle)
    this.#closeBy('closeAllConnections', () => true)
  }

  #closeBy(name: 'closeIdleConnections' | 'closeAllConnections', isClosed: (lane: Member) => boolean): void {
    const { server } = this
    const closeNodes = server[name]
    server[name] = () => {
      for (const lane of [...this.#opened]) if (isClosed(lane)) lane.socket.destroy()
      Reflect.apply(closeNodes, server, [])
    }
  }

  add(lane: Member): void {
    this.#context ??= new AsyncResource('espalier.lanes')
    this.#opened.add(lane)
  }

  remove(lane: Member): void {
    this.#opened.delete(lane)
  }

  /** Runs a function outside the context of any request. */
  run<Result>(fn: () => Result): Result {
    return this.#context === null ? fn() : this.#context.runInAsyncScope(fn)
  }

  /**
   * Gives a connection to Node. Returns a function from one of the named events to Node's listeners. If requests wait in the pipeline, its bytes are
   * held from here on, before its end can arrive.
   */
  give(socket: Duplex, events: readonly string[]): (event: string) => Listener[] {
    const before = new Map(events.map((event) => [event, socket.rawListeners(event)]))
    this.run(() => {
      Reflect.apply(this.nodes, this.server, [socket])
      // Node's parser would read from the handle directly. Other listeners and bytes that are buffered in the socket would be skipped.
      if (isRead(socket)) socket.on('data', ignore).off('data', ignore)
      if (socket instanceof Socket) readAheadOf(socket)
    })
    return (event) => {
      const others = before.get(event) ?? []
      return socket.rawListeners(event).filter((listener) => !others.includes(listener)) as Listener[]
    }
  }
}
