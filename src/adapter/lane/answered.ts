/**
 * Makes Node's objects for an exchange that is over, on a connection without a client. The response there gets the head that was sent. So the objects
 * are real, and end as Node ends them.
 *
 * Relies on `endEmitted`, by which a Readable records that it has emitted its end.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { IncomingMessage } from '../../node-http.ts'
import { toHeaders } from './fields.ts'
import { type Messages, takeUnannounced } from './joining.ts'
import type { Lanes } from './lanes.ts'
import { Made, type Message, make, takeAs } from './made.ts'

/** Returns the fields of a head: names and values alternate. */
function fieldsOf(head: string): string[] {
  const lines = head.split('\r\n').slice(1, -2)
  return lines.flatMap((line) => {
    const end = line.indexOf(':')
    return [line.slice(0, end), line.slice(end + 1).trim()]
  })
}

/** Writes synchronously, so that the response finishes and is detached from its connection in the turn in which it is made. */
function takeAtOnce(...given: unknown[]): boolean {
  const callback = given.findLast((one) => typeof one === 'function')
  callback?.()
  return true
}

/** Makes a connection without a client. */
const toNowhere = (): Socket => Object.assign(new Duplex({ read() {} }), { write: takeAtOnce }) as Socket

const verdicts = new WeakMap<object, boolean>()
const probe = Buffer.from('GET /probe HTTP/1.1\r\nHost: probe\r\n\r\n')
const probed: Message = {
  method: 'GET',
  target: '/probe',
  fields: { text: '', pairs: ['Host', 'probe'], host: 'probe', contentLength: undefined, contentType: undefined },
  body: null
}

/**
 * Whether the objects that are made here equal those of a server's parser, and the server accepts them in their place. It has to read a message in the
 * turn in which it gets one, and to announce it. Tried once per server.
 */
export function takesMade(lanes: Lanes): boolean {
  const known = verdicts.get(lanes.server)
  if (known !== undefined) return known
  let verdict = false
  try {
    verdict = tryMade(lanes)
  } catch {
    // Another Node may lack a member, or refuse the objects.
  }
  verdicts.set(lanes.server, verdict)
  return verdict
}

function tryMade(lanes: Lanes): boolean {
  const { raw, rawReply } = readProbe(lanes)
  const made = make(lanes.server, toNowhere(), probed)
  if (toHeaders(probed.fields.pairs).host !== raw.headers.host) return false
  if (!isAlike(made.raw, raw) || !isAlike(made.rawReply, rawReply) || rawReply.req !== raw) return false
  const taken = takeAs(made, () => readProbe(lanes))
  return taken.raw === made.raw && taken.rawReply === made.rawReply
}

/** Makes Node's listener read the probe on a connection without a client. Returns the objects that it makes in that turn. */
function readProbe(lanes: Lanes): Messages {
  const nowhere = toNowhere()
  const messages = takeUnannounced(lanes.server, () => {
    lanes.give(nowhere, [])
    nowhere.emit('data', probe)
  })
  nowhere.destroy()
  return messages as Messages
}

/** Whether two objects have the same members and values, as far as those can be compared. Listeners are compared elsewhere. */
function isAlike(one: object, other: object): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => {
    const a: unknown = Reflect.get(one, name)
    const b: unknown = Reflect.get(other, name)
    return typeof a === typeof b && (Object(a) === a ? Object(b) === b : a === b || name === '_eventsCount')
  })
}

/** Marks a completely received request as one whose body has been read. */
export function endBody(raw: IncomingMessage): void {
  raw.resume().read()
  const { _readableState: state } = raw as IncomingMessage & { readonly _readableState: { endEmitted: boolean } }
  state.endEmitted = true
  // Emitted on the next tick, as after the end of a body: code that runs in this turn still sees a live request.
  process.nextTick(() => raw.destroy())
}

/** Makes the objects of an exchange that is over. The socket that they name gets no events from them. @param head as it was written */
export function recall(server: Server, socket: Socket, message: Message, statusCode: number, head: string): Messages {
  const nowhere = toNowhere()
  const { raw, rawReply } = new Made({ server, socket: nowhere, finish: () => nowhere.destroy() }, message, true)
  endBody(raw)
  rawReply.writeHead(statusCode, fieldsOf(head)).end()
  Object.assign(raw, { socket, client: socket })
  return { raw, rawReply }
}
