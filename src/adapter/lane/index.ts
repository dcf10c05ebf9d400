/**
 * The lane is espalier's own reader of HTTP/1.1 requests. It reads common requests faster than Node's parser, and replaces Node's 'connection'
 * listener. When a connection needs anything else, such as a chunked body, Node's listener gets the connection.
 */
import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Transport } from '../../http/transport.ts'
import { lookForWatchers } from '../http-watchers.ts'
import { BypassedServer } from './bypassed-server.ts'
import { makeCapturable } from './capture-request.ts'
import { acceptsObjects } from './ended-exchange.ts'
import { type FallbackCause, publishLaneFallback } from './fallback.ts'
import { Lane } from './lane.ts'
import { Lanes, type Listener } from './lanes.ts'

export { reusingClasses } from './node-objects.ts'
export { createRequestListener } from './request-event.ts'
export { laneOf } from './socket-events.ts'

function findObstacle(lanes: Lanes, socket: Duplex): FallbackCause | null {
  lookForWatchers()
  if (!(socket instanceof Socket)) return 'unknown'
  // Events of the socket would have text instead of bytes. Node's parser can read from its handle.
  if (socket.readableEncoding !== null) return 'listened to'
  const obstacle = lanes.bypassed.findObstacle()
  return obstacle ?? (acceptsObjects(lanes) ? null : 'unknown')
}

/** A server without an entry is read only by Node's parser. */
export const bypassedServers = new WeakMap<object, BypassedServer>()

/** @param enter passes a request to the app, without Node's 'request' event */
export function openLane(
  server: Server,
  event: 'connection' | 'secureConnection',
  enter: (exchange: Transport) => void
): void {
  const nodeListener = server.rawListeners(event).at(-1) as Listener | undefined
  // Bun and Deno have no such listener. There, the runtime's own parser reads the requests.
  if (nodeListener === undefined) return
  makeCapturable(server)
  const bypassed = new BypassedServer(server, enter)
  const lanes = new Lanes(server, bypassed, nodeListener)
  bypassedServers.set(server, bypassed)
  server.removeListener(event, nodeListener)
  server.on(event, (socket: Duplex) => {
    const cause = findObstacle(lanes, socket)
    if (cause === null) return void new Lane(lanes, socket as Socket)
    publishLaneFallback(cause)
    Reflect.apply(nodeListener, server, [socket])
  })
}
