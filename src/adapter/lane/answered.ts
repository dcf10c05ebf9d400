/**
 * Makes Node's objects for an exchange that is over. Node's own listener reads the message again, on a connection without a client. The response there
 * gets the head that was sent. So the objects are real, and end as Node ends them.
 *
 * Relies on `endEmitted`, by which a Readable records that it has emitted its end.
 */
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { IncomingMessage } from '../../node-http.ts'
import { type Messages, takeUnannounced } from './joining.ts'
import type { Lanes } from './lanes.ts'
import { type Head, make, takeAs } from './made.ts'

export interface Answered {
  readonly bytes: Buffer
  readonly statusCode: number
  /** The head as it was written. */
  readonly head: string
}

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

/** Makes Node's listener read a message on a connection without a client. Returns the objects that it makes in that turn. */
function readNowhere(lanes: Lanes, bytes: Buffer): { readonly messages: Messages | null; readonly nowhere: Duplex } {
  const nowhere = Object.assign(new Duplex({ read() {} }), { write: takeAtOnce })
  const messages = takeUnannounced(lanes.server, () => {
    lanes.give(nowhere, [])
    nowhere.emit('data', bytes)
  })
  return { messages, nowhere }
}

/** The properties of the HTTP server of this Node version. */
interface Verdict {
  /** Whether Node's listener reads a message in the turn in which it gets one, and announces it through the server. A late message needs both. */
  readonly readsAtOnce: boolean
  /** Whether objects that are made here equal those of the parser, and the server accepts them in their place. */
  readonly takesMade: boolean
}

const verdicts = new WeakMap<object, Verdict>()
const probe = Buffer.from('GET /probe HTTP/1.1\r\nHost: probe\r\n\r\n')
const probed: Head = {
  method: 'GET',
  target: '/probe',
  fields: { text: '', pairs: ['Host', 'probe'], host: 'probe', contentLength: undefined, contentType: undefined }
}

/** Checks a server by trying it. Called once per server. */
export function judge(lanes: Lanes): Verdict {
  const known = verdicts.get(lanes.server)
  if (known !== undefined) return known
  const readsAtOnce = holds(() => {
    const { raw, rawReply } = readProbe(lanes)
    return raw.url === '/probe' && raw.method === 'GET' && rawReply.req === raw
  })
  const verdict = { readsAtOnce, takesMade: readsAtOnce && holds(() => takesMade(lanes)) }
  verdicts.set(lanes.server, verdict)
  return verdict
}

function holds(ask: () => boolean): boolean {
  try {
    return ask()
  } catch {
    return false
  }
}

function readProbe(lanes: Lanes): Messages {
  const { messages, nowhere } = readNowhere(lanes, probe)
  nowhere.destroy()
  return messages as Messages
}

function takesMade(lanes: Lanes): boolean {
  const made = make(lanes.server, new Duplex({ read() {} }) as Socket, probed)
  const { raw, rawReply } = readProbe(lanes)
  if (!isAlike(made.raw, raw) || !isAlike(made.rawReply, rawReply)) return false
  const taken = takeAs(made, () => readProbe(lanes))
  return taken.raw === made.raw && taken.rawReply === made.rawReply
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

/** Puts a request that has arrived into the state after its body has been read. */
export function endBody(raw: IncomingMessage): void {
  raw.resume().read()
  const { _readableState: state } = raw as IncomingMessage & { readonly _readableState: { endEmitted: boolean } }
  state.endEmitted = true
  // Emitted on the next tick, as after the end of a body: code that runs in this turn still sees a live request.
  process.nextTick(() => raw.destroy())
}

/** Makes the objects of an exchange that is over. The socket that they name gets no events from them. */
export function recall(lanes: Lanes, socket: Socket, { bytes, head, statusCode }: Answered): Messages {
  const { messages, nowhere } = readNowhere(lanes, bytes)
  const { raw, rawReply } = messages as Messages
  endBody(raw)
  rawReply.once('close', () => nowhere.destroy())
  rawReply.writeHead(statusCode, fieldsOf(head)).end()
  Object.assign(raw, { socket, client: socket })
  return { raw, rawReply }
}
