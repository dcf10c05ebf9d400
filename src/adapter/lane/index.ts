/**
 * The lane: reads ordinary messages of HTTP/1.1 in place of Node's parser, from the first byte of a connection on. Its listener takes the place of
 * that by which Node's server takes a connection, and gives that one everything else.
 */
import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Transport } from '../../http/transport.ts'
import { Gate } from './gate.ts'
import { Lane } from './lane.ts'
import { Lanes, type Listener } from './lanes.ts'
import { tellLeft } from './left.ts'

export { laneOf } from './lane.ts'

/**
 * Opens the lane for the connections of a server that was just made, and that nobody else knows yet.
 *
 * @param event what the server emits with each socket that speaks HTTP
 * @param enter what the app does with a request that passes by the server
 */
export function openLane(
  server: Server,
  event: 'connection' | 'secureConnection',
  enter: (exchange: Transport) => void
): void {
  const own = server.rawListeners(event) as Listener[]
  const nodes = own.at(-1) as Listener
  const lanes = new Lanes(server, new Gate(server, enter), nodes)
  server.removeListener(event, nodes)
  server.on(event, (socket: Duplex) => {
    lanes.gate.look()
    const cause = socket instanceof Socket ? lanes.gate.findObstacle() : 'unknown'
    if (cause === null) return void new Lane(lanes, socket as Socket)
    tellLeft(cause)
    Reflect.apply(nodes, server, [socket])
  })
}
