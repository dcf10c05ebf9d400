/**
 * The connections of a server that espalier reads itself (`Lane`). Node does not track them, so `closeIdleConnections` and `closeAllConnections` of
 * the server are replaced to close them too.
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
  readonly isIdle: boolean
}

/** Whether anything reads from the socket besides Node's server and the `Lane`. */
function hasOtherReaders(socket: Duplex): boolean {
  return socket.listenerCount('data') > 2 || socket.listenerCount('readable') > 0 || socket.readableLength > 0
}

export class Lanes {
  readonly bypassed: BypassedServer
  readonly server: Server
  readonly nodeListener: Listener
  /** Node's server replaces this method of its sockets, because parsers read bytes. Set by the probe in `ended-exchange.ts`. */
  setEncoding = Socket.prototype.setEncoding
  readonly #opened = new Set<Member>()
  /** An asynchronous context outside of any request. Node's listener runs in it. */
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

  /** Gives the socket to Node's server. The returned function lists, for an event, the listeners that Node has added to the socket. */
  giveToNode(socket: Duplex, events: readonly string[]): (event: string) => Listener[] {
    const before = new Map(events.map((event) => [event, socket.rawListeners(event)]))
    const give = () => {
      Reflect.apply(this.nodeListener, this.server, [socket])
      // If the socket has no 'data' listener, Node's parser reads from the handle directly, and would skip bytes in the socket's buffer.
      if (hasOtherReaders(socket)) socket.on('data', ignore).off('data', ignore)
      if (socket instanceof Socket) readAheadOf(socket)
    }
    if (this.#context === null) give()
    else this.#context.runInAsyncScope(give)
    return (event) => {
      const others = before.get(event) ?? []
      return socket.rawListeners(event).filter((listener) => !others.includes(listener)) as Listener[]
    }
  }
}
