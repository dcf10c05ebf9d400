/**
 * Makes Node's objects for an exchange that is over, such as for a late read of `reply.raw`. The response writes its head again, to a connection that
 * discards everything. So Node itself brings the objects into their final state.
 *
 * Relies on `endEmitted`, by which a Readable records that it has emitted 'end'.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { getOrCreate } from '../../base/get-or-create.ts'
import type { IncomingMessage } from '../../node-http.ts'
import { captureRequest, type Messages } from './capture-request.ts'
import { toHeaders } from './fields.ts'
import type { Lanes } from './lanes.ts'
import { createObjects, findSymbols, NodeObjects, reuseObjects } from './node-objects.ts'
import type { Message } from './read.ts'

/** As a flat list: name, value, name, value. */
function fieldsOf(head: string): string[] {
  const lines = head.split('\r\n').slice(1, -2)
  return lines.flatMap((line) => {
    const end = line.indexOf(':')
    return [line.slice(0, end), line.slice(end + 1).trim()]
  })
}

/** Calls back at once, so that the response finishes in the same turn. */
function discardWrite(...given: unknown[]): boolean {
  const callback = given.findLast((one) => typeof one === 'function')
  callback?.()
  return true
}

const createDiscardingSocket = () => Object.assign(new Duplex({ read() {} }), { write: discardWrite }) as Socket

const results = new WeakMap<object, boolean>()
const probe = Buffer.from('GET /probe HTTP/1.1\r\nHost: probe\r\n\r\n')
const probed: Message = {
  method: 'GET',
  target: '/probe',
  fields: { text: '', pairs: ['Host', 'probe'], host: 'probe', contentLength: undefined, contentType: undefined },
  body: null
}

/** Whether Node's server uses the objects of `node-objects.ts`, and these equal those of its parser. Tested once per server with a sample request. */
export function acceptsObjects(lanes: Lanes): boolean {
  return getOrCreate(results, lanes.server, () => {
    try {
      return tryObjects(lanes)
    } catch {
      // In another version of Node, a member may be missing. Node's parser then reads all requests.
      return false
    }
  })
}

function tryObjects(lanes: Lanes): boolean {
  const { raw, rawReply } = readProbe(lanes)
  const objects = createObjects(lanes.server, createDiscardingSocket(), probed)
  if (toHeaders(probed.fields.pairs).host !== raw.headers.host) return false
  if (!findSymbols(objects.rawReply)) return false
  if (!isAlike(objects.raw, raw) || !isAlike(objects.rawReply, rawReply) || rawReply.req !== raw) return false
  const taken = reuseObjects(objects, () => readProbe(lanes))
  return taken.raw === objects.raw && taken.rawReply === objects.rawReply
}

function readProbe(lanes: Lanes): Messages {
  const discarding = createDiscardingSocket()
  const messages = captureRequest(lanes.server, () => {
    lanes.giveToNode(discarding, [])
    discarding.emit('data', probe)
  })
  discarding.destroy()
  return messages as Messages
}

/** The numbers of listeners may differ. */
function isAlike(one: object, other: object): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => {
    const a: unknown = Reflect.get(one, name)
    const b: unknown = Reflect.get(other, name)
    return typeof a === typeof b && (Object(a) === a ? Object(b) === b : a === b || name === '_eventsCount')
  })
}

/** Sets the state of a request after its body was read. */
export function endBody(raw: IncomingMessage): void {
  raw.resume().read()
  const { _readableState: state } = raw as IncomingMessage & { readonly _readableState: { endEmitted: boolean } }
  state.endEmitted = true
  // As in Node, `request.destroyed` stays false in this turn.
  process.nextTick(() => raw.destroy())
}

/** The objects have the client's socket, but writes to the response are discarded. @param head as it was written */
export function recreateObjects(
  server: Server,
  socket: Socket,
  message: Message,
  statusCode: number,
  head: string
): Messages {
  const discarding = createDiscardingSocket()
  const { raw, rawReply } = new NodeObjects(server, discarding, message, true, () => discarding.destroy())
  endBody(raw)
  rawReply.writeHead(statusCode, fieldsOf(head)).end()
  Object.assign(raw, { socket, client: socket })
  return { raw, rawReply }
}
