/**
 * Makes Node's server read a request again that the app already handles. The server then emits 'request', whose listeners would handle the request
 * twice. So the event is caught here, and the request is not counted for `maxRequestsPerSocket`.
 *
 * Relies on Node calling `server.emit('request', request, response)` synchronously, once its parser has read the head.
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

/** Returns the request and response that a server emits during `read`. @param thrown the event throws this error, as a listener has */
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
