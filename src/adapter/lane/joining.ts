/**
 * How Node's server takes a request late, whose exchange the app has begun without it.
 *
 * The listeners of the server heard of the request when it arrived: the app's own was the only one (`Gate`). What listens now, and what stands in the
 * place of `emit` now, may be others, may throw, and may call the app again. So they are not called: a request is announced once, as by the light
 * exchange, and its objects go to its own exchange, whatever the listeners do. For the same reason it is not counted (`maxRequestsPerSocket`).
 *
 * Leans on: Node's server announcing a request by `server.emit('request', request, response)` in the turn in which its parser calls `onIncoming`.
 */
import type { Server } from 'node:http'
import type { ServerResponse } from '../../node-http.ts'

/** Has a server take a request by `take`, unannounced; returns the response that it makes, or `null` where it makes none. */
export function takeUnannounced(server: Server, request: object, take: () => void): ServerResponse | null {
  const { maxRequestsPerSocket } = server
  const own = Object.getOwnPropertyDescriptor(server, 'emit')
  const { emit } = server
  let response: ServerResponse | null = null
  const value = function (this: unknown, event: string, ...values: unknown[]): boolean {
    if (event !== 'request' || values[0] !== request) return Reflect.apply(emit, this, [event, ...values])
    response = values[1] as ServerResponse
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
  return response
}
