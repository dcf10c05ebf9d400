/**
 * The lane reads ordinary HTTP/1.1 messages, faster than Node's parser. It replaces the connection listener of Node's server. At the first other
 * message, Node's listener gets the connection.
 */
import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Transport } from '../../http/transport.ts'
import { lookForWatchers } from '../http-watchers.ts'
import { BypassedServer } from './bypassed-server.ts'
import { acceptsObjects } from './ended-exchange.ts'
import { type FallbackCause, publishLaneFallback } from './fallback.ts'
import { Lane } from './lane.ts'
import { Lanes, type Listener } from './lanes.ts'

export { laneOf } from './lane.ts'
export { reusingClasses } from './node-objects.ts'
export { createRequestListener } from './request-event.ts'

function findObstacle(lanes: Lanes, socket: Duplex): FallbackCause | null {
  lookForWatchers()
  if (!(socket instanceof Socket)) return 'unknown'
  const obstacle = lanes.bypassed.findObstacle()
  return obstacle ?? (acceptsObjects(lanes) ? null : 'unknown')
}

/** Without an entry, Node must read all messages of a server. */
export const bypassedServers = new WeakMap<object, BypassedServer>()

/** @param enter passes a request directly to the app */
export function openLane(
  server: Server,
  event: 'connection' | 'secureConnection',
  enter: (exchange: Transport) => void
): void {
  const nodeListener = server.rawListeners(event).at(-1) as Listener | undefined
  // Other runtimes than Node accept connections in another way, and keep their own parser.
  if (nodeListener === undefined) return
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
