/**
 * Node's objects of an exchange that is over. Node's own listener reads the message again, on a connection that leads nowhere. The answer there gets
 * the head that was sent. So the objects are real, and end as Node ends them.
 *
 * Relies on `endEmitted`, by which a Readable notes that it has emitted its end.
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
  /** As it was written. */
  readonly head: string
}

/** Returns names and values by turns. */
function fieldsOf(head: string): string[] {
  const lines = head.split('\r\n').slice(1, -2)
  return lines.flatMap((line) => {
    const end = line.indexOf(':')
    return [line.slice(0, end), line.slice(end + 1).trim()]
  })
}

/** So that the response is finished, and has let go of its connection, in the turn in which it is made. */
function takeAtOnce(...given: unknown[]): boolean {
  const callback = given.findLast((one) => typeof one === 'function')
  callback?.()
  return true
}

/** Has Node's listener read a message on a connection that leads nowhere; returns the objects that it makes in that turn. */
function readNowhere(lanes: Lanes, bytes: Buffer): { readonly messages: Messages | null; readonly nowhere: Duplex } {
  const nowhere = Object.assign(new Duplex({ read() {} }), { write: takeAtOnce })
  const messages = takeUnannounced(lanes.server, () => {
    lanes.give(nowhere, [])
    nowhere.emit('data', bytes)
  })
  return { messages, nowhere }
}

/** The findings about a server. */
interface Verdict {
  /** Whether Node's listener reads a message in the turn in which it gets one, and leaves its announcement to the server. A late message needs both. */
  readonly readsAtOnce: boolean
  /** Whether the objects that are made here are those that its parser makes, and the server takes them in their place. */
  readonly takesMade: boolean
}

const verdicts = new WeakMap<object, Verdict>()
const probe = Buffer.from('GET /probe HTTP/1.1\r\nHost: probe\r\n\r\n')
const probed: Head = {
  method: 'GET',
  target: '/probe',
  fields: { text: '', pairs: ['Host', 'probe'], host: 'probe', contentLength: undefined, contentType: undefined }
}

/** Returns the verdict on a server; it is asked once. */
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

/** Whether two objects have the same members, as far as they can be told apart. Those who listen are told elsewhere. */
function isAlike(one: object, other: object): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => {
    const a: unknown = Reflect.get(one, name)
    const b: unknown = Reflect.get(other, name)
    return typeof a === typeof b && (Object(a) === a ? Object(b) === b : a === b || name === '_eventsCount')
  })
}

/** Puts a request that has arrived where it is when its body has been read. */
export function endBody(raw: IncomingMessage): void {
  raw.resume().read()
  const { _readableState: state } = raw as IncomingMessage & { readonly _readableState: { endEmitted: boolean } }
  state.endEmitted = true
  // As behind the end of a body: who looks in this turn sees a request that is still there.
  process.nextTick(() => raw.destroy())
}

/** Makes the objects of an exchange; those for the socket that they name are told nothing. */
export function recall(lanes: Lanes, socket: Socket, { bytes, head, statusCode }: Answered): Messages {
  const { messages, nowhere } = readNowhere(lanes, bytes)
  const { raw, rawReply } = messages as Messages
  endBody(raw)
  rawReply.once('close', () => nowhere.destroy())
  rawReply.writeHead(statusCode, fieldsOf(head)).end()
  Object.assign(raw, { socket, client: socket })
  return { raw, rawReply }
}
