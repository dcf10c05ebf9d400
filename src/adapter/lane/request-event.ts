/** Emits requests if a server has more listeners than the app's. They get Node's objects; the app's listener continues the exchange itself. */
import type { Server } from 'node:http'
import type { Transport } from '../../http/transport.ts'
import type { RawListener } from '../../node-http.ts'
import type { Messages } from './capture-request.ts'

export interface EmittableExchange extends Transport {
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

/** The app's listener is the first of its server, so its next call during `emitRequest` is for that exchange. */
export function createRequestListener(listener: RawListener, enter: (exchange: Transport) => void): RawListener {
  return (raw, rawReply) => {
    const exchange = emitted
    if (exchange === null) return listener(raw, rawReply)
    emitted = null
    enter(exchange)
  }
}
