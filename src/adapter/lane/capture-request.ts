/**
 * Makes Node's server parse a request for which the app's handler already runs. Node then emits 'request', and its listeners would handle the request
 * a second time. So `server.emit` leaves out this event while Node parses, and `maxRequestsPerSocket` does not count the request.
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

interface Capture {
  readonly thrown: Thrown | null
  messages: Messages | null
}

/** Returns a method that takes the first 'request' event during a capture, and passes all other events on. */
function createEmit(current: () => Capture | null, next: () => Server['emit']): Server['emit'] {
  return function (this: Server, event: string, ...values: unknown[]): boolean {
    const capture = event === 'request' ? current() : null
    if (capture === null || capture.messages !== null) return Reflect.apply(next(), this, [event, ...values])
    capture.messages = { raw: values[0] as IncomingMessage, rawReply: values[1] as ServerResponse }
    if (capture.thrown !== null) throw capture.thrown.error
    return true
  } as Server['emit']
}

interface Replaced {
  readonly emit: Server['emit']
  capture: Capture | null
}

const replacedOf = new WeakMap<Server, Replaced>()

/**
 * Replaces `emit` of the server, for as long as it lives. If the property came and went, V8 would look up each property of the server by name, and a GET
 * would cost 5 % more. A method that the prototype gets later is called as before.
 */
export function makeCapturable(server: Server): void {
  if (replacedOf.has(server)) return
  const own = Object.hasOwn(server, 'emit') ? server.emit : null
  const next = (): Server['emit'] => own ?? Object.getPrototypeOf(server).emit
  const replaced: Replaced = { emit: createEmit(() => replaced.capture, next), capture: null }
  replacedOf.set(server, replaced)
  server.emit = replaced.emit
}

/** Returns a function that ends the capture. */
function begin(server: Server, capture: Capture): () => void {
  const { emit } = server
  const replaced = replacedOf.get(server)
  if (replaced?.emit === emit) {
    replaced.capture = capture
    return () => {
      replaced.capture = null
    }
  }
  // Other code has replaced the method, and may call the earlier one much later.
  const own = Object.getOwnPropertyDescriptor(server, 'emit')
  const value = createEmit(
    () => capture,
    () => emit
  )
  Object.defineProperty(server, 'emit', { value, configurable: true, writable: true })
  return () => {
    if (own === undefined) Reflect.deleteProperty(server, 'emit')
    else Object.defineProperty(server, 'emit', own)
  }
}

/** Returns the request and response that Node creates while `read` runs. @param thrown an error of a 'request' listener, which `emit` throws again */
export function captureRequest(server: Server, read: () => void, thrown: Thrown | null = null): Messages | null {
  const { maxRequestsPerSocket } = server
  const capture: Capture = { thrown, messages: null }
  const end = begin(server, capture)
  server.maxRequestsPerSocket = 0
  try {
    read()
  } finally {
    server.maxRequestsPerSocket = maxRequestsPerSocket
    end()
  }
  return capture.messages
}
