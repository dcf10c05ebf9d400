/**
 * Makes Node's server parse a request for which the app's handler already runs. Node then emits 'request', and its listeners would handle the request
 * a second time. So `server.emit` is replaced while Node parses, and `maxRequestsPerSocket` does not count the request.
 *
 * Relies on Node calling `server.emit('request', request, response)` synchronously, as soon as it has parsed the head.
 */
import type { Server } from 'node:http'
import type { IncomingMessage, ServerResponse } from '../../node-http.ts'

export interface Messages {
  readonly raw: IncomingMessage
  readonly rawReply: ServerResponse
}

export interface Thrown {
  readonly error: unknown
}

/** Returns the request and response that Node creates while `read` runs. @param thrown an error of a 'request' listener, which `emit` throws again */
export function captureRequest(server: Server, read: () => void, thrown: Thrown | null = null): Messages | null {
  const { maxRequestsPerSocket } = server
  const own = Object.getOwnPropertyDescriptor(server, 'emit')
  const { emit } = server
  let messages: Messages | null = null
  const value = function (this: unknown, event: string, ...values: unknown[]): boolean {
    if (event !== 'request' || messages !== null) return Reflect.apply(emit, this, [event, ...values])
    messages = { raw: values[0] as IncomingMessage, rawReply: values[1] as ServerResponse }
    if (thrown !== null) throw thrown.error
    return true
  }
  Object.defineProperty(server, 'emit', { value, configurable: true, writable: true })
  server.maxRequestsPerSocket = 0
  try {
    read()
  } finally {
    server.maxRequestsPerSocket = maxRequestsPerSocket
    if (own === undefined) Reflect.deleteProperty(server, 'emit')
    else Object.defineProperty(server, 'emit', own)
  }
  return messages
}
