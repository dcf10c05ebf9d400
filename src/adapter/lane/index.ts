/**
 * The lane: a reader of ordinary HTTP/1.1 messages that is faster than Node's parser. Its listener replaces the connection listener of Node's server.
 * A connection with any other message is handed to Node's listener.
 */
import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Transport } from '../../http/transport.ts'
import { takesMade } from './answered.ts'
import { type FallbackCause, publishLaneFallback } from './fallback.ts'
import { Gate } from './gate.ts'
import { Lane } from './lane.ts'
import { Lanes, type Listener } from './lanes.ts'

export { orAnnounced } from './announced.ts'
export { laneOf } from './lane.ts'
export { makers } from './made.ts'

/** Returns why Node's parser must read a connection; `null` if the lane may read it. */
function findObstacle(lanes: Lanes, socket: Duplex): FallbackCause | null {
  lanes.gate.look()
  if (!(socket instanceof Socket)) return 'unknown'
  const obstacle = lanes.gate.findObstacle()
  return obstacle ?? (takesMade(lanes) ? null : 'unknown')
}

const gates = new WeakMap<object, Gate>()

/** Returns the gate of a server, which decides whether messages may bypass Node; `undefined` if Node must read all messages. */
export const gateOf = (server: object): Gate | undefined => gates.get(server)

/**
 * Makes the lane (see above) read the connections of a new server, in place of Node's parser.
 *
 * @param server a server that has only the app's listeners
 * @param event the event that passes the sockets: `secureConnection` with TLS, otherwise `connection`
 * @param enter a function that passes a request directly to the app
 */
export function openLane(
  server: Server,
  event: 'connection' | 'secureConnection',
  enter: (exchange: Transport) => void
): void {
  const nodes = server.rawListeners(event).at(-1) as Listener | undefined
  // Other runtimes than Node accept connections in another way. They keep their own parser.
  if (nodes === undefined) return
  const gate = new Gate(server, enter)
  const lanes = new Lanes(server, gate, nodes)
  gates.set(server, gate)
  server.removeListener(event, nodes)
  server.on(event, (socket: Duplex) => {
    const cause = findObstacle(lanes, socket)
    if (cause === null) return void new Lane(lanes, socket as Socket)
    publishLaneFallback(cause)
    Reflect.apply(nodes, server, [socket])
  })
}
