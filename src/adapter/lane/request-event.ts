/**
 * Emits 'request' on Node's server if it has listeners besides the app's. They get Node's request and response. The app's own listener, which runs
 * among them, gets espalier's transport.
 */
import type { Server } from 'node:http'
import type { Transport } from '../../http/transport.ts'
import type { RawListener } from '../../node-http.ts'
import type { Messages } from './capture-request.ts'

export interface EmittableExchange extends Transport {
  readonly messages: Messages
}

/** The request whose event is being emitted, until the listener of the app takes it. */
let emitted: EmittableExchange | null = null

export function emitRequest(server: Server, exchange: EmittableExchange): void {
  const { raw, rawReply } = exchange.messages
  emitted = exchange
  try {
    server.emit('request', raw, rawReply)
  } finally {
    emitted = null
  }
}

/** The app's listener runs first. Its next call while `emitRequest` runs therefore belongs to the emitted request. */
export function createRequestListener(listener: RawListener, enter: (exchange: Transport) => void): RawListener {
  return (raw, rawReply) => {
    const exchange = emitted
    if (exchange === null) return listener(raw, rawReply)
    emitted = null
    enter(exchange)
  }
}
