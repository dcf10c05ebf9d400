/**
 * How Node's server takes a request late, whose exchange the app has begun without it.
 *
 * The listeners of the server heard of the request when it arrived: the app's own was the only one (`Gate`). What listens now, and what stands in the
 * place of `emit` now, may be others, may throw, and may call the app again. So they are not called: a request is announced once, and its objects go to
 * its own exchange, whatever the listeners do. For the same reason it is not counted (`maxRequestsPerSocket`).
 *
 * Leans on: Node's server announcing a request by `server.emit('request', request, response)` in the turn in which its parser has read the head.
 */
import type { Server } from 'node:http'
import type { IncomingMessage, ServerResponse } from '../../node-http.ts'

export interface Messages {
  readonly raw: IncomingMessage
  readonly rawReply: ServerResponse
}

/** Has a server take one request by `take`, unannounced; returns the objects that it makes, or `null` where it makes none. */
export function takeUnannounced(server: Server, take: () => void): Messages | null {
  const { maxRequestsPerSocket } = server
  const own = Object.getOwnPropertyDescriptor(server, 'emit')
  const { emit } = server
  let messages: Messages | null = null
  const value = function (this: unknown, event: string, ...values: unknown[]): boolean {
    if (event !== 'request' || messages !== null) return Reflect.apply(emit, this, [event, ...values])
    messages = { raw: values[0] as IncomingMessage, rawReply: values[1] as ServerResponse }
    return true
  }
  Object.defineProperty(server, 'emit', { value, configurable: true, writable: true })
  server.maxRequestsPerSocket = 0
  try {
    take()
  } finally {
    server.maxRequestsPerSocket = maxRequestsPerSocket
    if (own === undefined) Reflect.deleteProperty(server, 'emit')
    else Object.defineProperty(server, 'emit', own)
  }
  return messages
}
