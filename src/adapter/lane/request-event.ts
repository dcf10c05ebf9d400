/**
 * Emits a request by the server's 'request' event, as Node's server does. This is needed if the server has more listeners than the app's. All of
 * them get Node's objects of the exchange; the app's listener continues the exchange itself.
 */
import type { Server } from 'node:http'
import type { Transport } from '../../http/transport.ts'
import type { RawListener } from '../../node-http.ts'
import type { Messages } from './capture-request.ts'

export interface EmittableExchange extends Transport {
  /** Node's objects of the exchange, which are made when they are first read. */
  readonly messages: Messages
}

/** The exchange whose event is being emitted, until the app's listener takes it. */
let emitted: EmittableExchange | null = null

/** @throws the error of a listener */
export function emitRequest(server: Server, exchange: EmittableExchange): void {
  const { raw, rawReply } = exchange.messages
  emitted = exchange
  try {
    server.emit('request', raw, rawReply)
  } finally {
    emitted = null
  }
}

/**
 * Makes the app's listener. It is the first listener of its server when the event of an exchange is emitted, so the next call is for that exchange.
 *
 * @param listener handles other requests
 * @param enter continues an exchange whose event is emitted
 */
export function createRequestListener(listener: RawListener, enter: (exchange: Transport) => void): RawListener {
  return (raw, rawReply) => {
    const exchange = emitted
    if (exchange === null) return listener(raw, rawReply)
    emitted = null
    enter(exchange)
  }
}
