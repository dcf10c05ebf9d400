/**
 * Hands a request to Node's server late, after the app has begun its exchange.
 *
 * When the request arrived, the app's own listener was the only one (`Gate`). Listeners that came since, or another `emit`, could throw or call the app
 * again. So they are not called: a request is announced once. Its objects go to its own exchange, and it is not counted (`maxRequestsPerSocket`).
 *
 * Relies on Node's server announcing a request by `server.emit('request', request, response)` in the turn in which its parser has read the head.
 */
import type { Server } from 'node:http'
import type { IncomingMessage, ServerResponse } from '../../node-http.ts'

export interface Messages {
  readonly raw: IncomingMessage
  readonly rawReply: ServerResponse
}

/** Makes a server take one request by `take` without emitting it. Returns the objects that it makes, or `null` if it makes none. */
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
