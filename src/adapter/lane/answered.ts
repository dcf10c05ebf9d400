/**
 * Node's objects of an exchange that is over: its message is read once more, by Node's own listener on a connection that leads nowhere, and answered
 * there with the head that has left. So they are real, and end as Node ends them.
 *
 * Leans on nothing.
 */
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
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

/** Makes the objects of an exchange; those for the socket that they name are told nothing. */
export function recall(lanes: Lanes, socket: Socket, { bytes, head, statusCode }: Answered): Messages {
  const nowhere = Object.assign(new Duplex({ read() {} }), { write: takeAtOnce })
  const messages = takeUnannounced(lanes.server, () => {
    lanes.give(nowhere, [])
    nowhere.emit('data', bytes)
  }) as Messages
  const { raw, rawReply } = messages
  raw.resume()
  rawReply.once('close', () => nowhere.destroy())
  rawReply.writeHead(statusCode, fieldsOf(head)).end()
  Object.assign(raw, { socket })
  return messages
}
