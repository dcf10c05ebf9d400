/**
 * The lane: reads ordinary messages of HTTP/1.1 in place of Node's parser, from the first byte of a connection on. Its listener replaces the connection
 * listener of Node's server, and passes everything else on to that one.
 */
import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Transport } from '../../http/transport.ts'
import { takesMade } from './answered.ts'
import { Gate } from './gate.ts'
import { Lane } from './lane.ts'
import { Lanes, type Listener } from './lanes.ts'
import { type Cause, tellLeft } from './left.ts'

export { laneOf } from './lane.ts'
export { makers } from './made.ts'

/** Why a connection cannot begin in the lane; `null` when it can. */
function findObstacle(lanes: Lanes, socket: Duplex): Cause | null {
  lanes.gate.look()
  if (!(socket instanceof Socket)) return 'unknown'
  const obstacle = lanes.gate.findObstacle()
  return obstacle ?? (takesMade(lanes) ? null : 'unknown')
}

const gates = new WeakMap<object, Gate>()

/** Returns the gate of a server, which decides whether its requests may be read in the lane; `undefined` for a server without a lane. */
export const gateOf = (server: object): Gate | undefined => gates.get(server)

/**
 * Opens the lane for the connections of a server that was just made.
 *
 * @param server has no listener except the app's yet
 * @param event the event by which the server emits each socket that speaks HTTP
 * @param enter starts a request that bypasses the server
 */
export function openLane(
  server: Server,
  event: 'connection' | 'secureConnection',
  enter: (exchange: Transport) => void
): void {
  const nodes = server.rawListeners(event).at(-1) as Listener | undefined
  // Other runtimes accept connections in another way.
  if (nodes === undefined) return
  const gate = new Gate(server, enter)
  const lanes = new Lanes(server, gate, nodes)
  gates.set(server, gate)
  server.removeListener(event, nodes)
  server.on(event, (socket: Duplex) => {
    const cause = findObstacle(lanes, socket)
    if (cause === null) return void new Lane(lanes, socket as Socket)
    tellLeft(cause)
    Reflect.apply(nodes, server, [socket])
  })
}
