/** A whole answer, and how it goes to a socket: by one write, or by two at once where the body is bytes. Leans on nothing. */
import type { Socket } from 'node:net'
import { connectionLost, type FinishedCallback } from './real-response.ts'

export interface Answer {
  readonly head: string
  /** Empty where none is sent. */
  readonly body: string | Uint8Array
}

/** Writes an answer; the callback comes on a later turn, with null when the last byte was handed to the operating system. */
export function writeAnswer(socket: Socket, { head, body }: Answer, callback: FinishedCallback): void {
  let isTaken = false
  // Node calls back without an error for what a destroyed socket still held.
  const end = (error: Error | null | undefined): void =>
    callback(error ?? (isTaken || !socket.destroyed ? null : connectionLost('ERR_STREAM_DESTROYED')))
  if (typeof body !== 'string') writeBytes(socket, head, body, end)
  else if (body === '') socket.write(head, 'latin1', end)
  else socket.write(head + body, end)
  isTaken = socket.writableLength === 0
}

function writeBytes(socket: Socket, head: string, body: Uint8Array, end: (error?: Error | null) => void): void {
  socket.cork()
  try {
    socket.write(head, 'latin1')
    socket.write(body, end)
  } catch (error) {
    // Bytes that throw when Node looks at them: the head says that they follow.
    socket.destroy()
    process.nextTick(end, error as Error)
  }
  socket.uncork()
}

/** Returns what Node keeps of an answer that waits for its turn. */
export function toOutputData({ head, body }: Answer): object[] {
  if (body === '') return [{ data: head, encoding: 'latin1', callback: null }]
  if (typeof body === 'string') return [{ data: head + body, encoding: 'utf8', callback: null }]
  return [
    { data: head, encoding: 'latin1', callback: null },
    { data: body, encoding: undefined, callback: null }
  ]
}
