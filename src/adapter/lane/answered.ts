/**
 * Node's objects of an exchange that is over: its message is read once more, by Node's own listener on a connection that leads nowhere, and answered
 * there with the head that has left. So they are real, and end as Node ends them.
 *
 * Leans on: `endEmitted`, by which a Readable notes that its end has been told.
 */
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { IncomingMessage } from '../../node-http.ts'
import { type Messages, takeUnannounced } from './joining.ts'
import type { Lanes } from './lanes.ts'

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

/** By the listener of Node that was asked. */
const verdicts = new WeakMap<object, boolean>()
const probe = Buffer.from('GET /probe HTTP/1.1\r\nHost: probe\r\n\r\n')

/**
 * Whether Node's listener reads a message in the turn in which it gets one, and leaves its announcement to the server: what is given to it late stands
 * on that. It is asked once.
 */
export function readsAtOnce(lanes: Lanes): boolean {
  const known = verdicts.get(lanes.nodes)
  if (known !== undefined) return known
  let isSame = false
  try {
    const { messages, nowhere } = readNowhere(lanes, probe)
    isSame = messages?.raw.url === '/probe' && messages.raw.method === 'GET' && messages.rawReply.req === messages.raw
    nowhere.destroy()
  } catch {}
  verdicts.set(lanes.nodes, isSame)
  return isSame
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
