/** A client of sockets that hands out messages in the order in which they came. */

import { on, once } from 'node:events'
import { WebSocket } from 'ws'
import type { Anything } from '../anything.ts'

export interface Socket {
  send(message: object): void
  /** The next message, read as JSON. */
  next(): Promise<Anything>
  close(): Promise<void>
}

/** @throws the error of the handshake when the server refuses it */
export async function openSocket(
  url: string,
  { protocol, headers = {} }: { protocol?: string; headers?: Record<string, string> } = {}
): Promise<Socket> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), protocol, { headers })
  const messages = on(socket, 'message')
  await once(socket, 'open')
  return {
    send: (message) => socket.send(JSON.stringify(message)),
    next: async () => JSON.parse(String((await messages.next()).value[0])),
    close: async () => {
      socket.close()
      await once(socket, 'close')
    }
  }
}
