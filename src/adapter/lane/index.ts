/**
 * The lane: reads ordinary messages of HTTP/1.1 in place of Node's parser, on the connections of a server whose exchanges are light. What it does not
 * take is taken by nobody but Node.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Transport } from '../../http/transport.ts'
import { maxHeaderSize } from '../../node-http.ts'
import { lookForWatchers, watched } from '../light/index.ts'
import { readAheadOf } from '../read-ahead.ts'
import { Gate } from './gate.ts'
import { Lane } from './lane.ts'
import { type Cause, tellLeft } from './left.ts'
import { type HttpSocket, isKnown, takeBytes } from './node-socket.ts'

/**
 * Opens the lane for the connections of a server that was just made, and that nobody else knows yet.
 *
 * @param enter what the app does with a request that passes by the server; `null` where none may
 */
export function openLane(
  server: Server & { readonly maxHeaderSize?: number | undefined },
  enter: ((exchange: Transport) => void) | null
): void {
  const gate = new Gate(server, enter)
  const own = server.rawListeners('connection')
  const findObstacle = (socket: HttpSocket): Cause | null => {
    lookForWatchers()
    if (watched) return 'watched'
    // What runs before Node's own may have changed what the exchanges inherit: their asynchronous context.
    if (server.rawListeners('connection').some((listener, place) => place < own.length && listener !== own[place]))
      return 'listened to'
    if (!isKnown(socket)) return socket.listenerCount('data') > 1 ? 'listened to' : 'unknown'
    return null
  }
  server.on('connection', (given: Socket) => {
    const socket = given as HttpSocket
    const obstacle = findObstacle(socket)
    if (obstacle !== null) return tellLeft(obstacle)
    const lane = new Lane(gate, socket, server.maxHeaderSize || maxHeaderSize)
    takeBytes(socket, (bytes, size) => lane.receive(bytes, size))
    readAheadOf(socket)?.handTo((chunk) => lane.receive(chunk, chunk.length))
  })
}
