/**
 * Creates Node's request and response after the end of the response, such as when a hook reads `reply.raw` late. The response is written a second
 * time, to a connection that discards everything. So Node's own code sets the final state of both objects.
 *
 * Relies on `_readableState.endEmitted`, which shows that a Readable has emitted 'end'.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { getOrCreate } from '../../base/get-or-create.ts'
import { emptyBody } from '../../http/body-reader.ts'
import type { IncomingMessage } from '../../node-http.ts'
import { captureRequest, type Messages } from './capture-request.ts'
import { toHeaders } from './fields.ts'
import type { Lanes } from './lanes.ts'
import { createObjects, NodeObjects, reuseObjects } from './node-objects.ts'
import type { Message } from './read.ts'
import { findSymbols } from './response.ts'

/** Returns a flat list: name, value, name, value. */
function fieldsOf(head: string): string[] {
  const lines = head.split('\r\n').slice(1, -2)
  return lines.flatMap((line) => {
    const end = line.indexOf(':')
    return [line.slice(0, end), line.slice(end + 1).trim()]
  })
}

/** Calls back immediately, so that the response finishes in the same turn. */
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
  body: emptyBody,
  length: 0
}

/**
 * Whether the objects of `node-objects.ts` work with this version of Node. A sample request is compared with one that Node's server creates, once for
 * each server.
 */
export function acceptsObjects(lanes: Lanes): boolean {
  return getOrCreate(results, lanes.server, () => {
    try {
      return tryObjects(lanes)
    } catch {
      // In another version of Node, an internal property may be missing. Node's parser then reads all requests.
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
  lanes.setEncoding = discarding.setEncoding
  discarding.destroy()
  return messages as Messages
}

/** Compares two objects by their own properties. The numbers of listeners may differ. */
function isAlike(one: object, other: object): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => {
    const a: unknown = Reflect.get(one, name)
    const b: unknown = Reflect.get(other, name)
    return typeof a === typeof b && (Object(a) === a ? Object(b) === b : a === b || name === '_eventsCount')
  })
}

/** Sets the state of a request whose body was read. */
export function endBody(raw: IncomingMessage): void {
  raw.resume().read()
  const { _readableState: state } = raw as IncomingMessage & { readonly _readableState: { endEmitted: boolean } }
  state.endEmitted = true
  // `request.destroyed` stays false in this turn, as in Node.
  process.nextTick(() => raw.destroy())
}

/** Creates both objects with the client's socket, but discards what the response writes. @param head the head that was sent */
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
