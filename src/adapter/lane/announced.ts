/**
 * Announces a request by the server's 'request' event, as Node's server does. This is needed if the server has more listeners than the app's. All of
 * them get Node's objects of the exchange; the app's listener continues the exchange itself.
 */
import type { Server } from 'node:http'
import type { Transport } from '../../http/transport.ts'
import type { RawListener } from '../../node-http.ts'
import type { Messages } from './joining.ts'

export interface Announceable extends Transport {
  /** Node's objects of the exchange, which are made when they are first read. */
  readonly messages: Messages
}

/** The exchange that is being announced, until the app's listener takes it. */
let announced: Announceable | null = null

/** @throws the error of a listener */
export function announce(server: Server, exchange: Announceable): void {
  const { raw, rawReply } = exchange.messages
  announced = exchange
  try {
    server.emit('request', raw, rawReply)
  } finally {
    announced = null
  }
}

/**
 * Makes the app's listener. It is the first listener of its server when an exchange is announced, so the next call is for that exchange.
 *
 * @param listener handles other requests
 * @param enter continues an exchange that is announced
 */
export function orAnnounced(listener: RawListener, enter: (exchange: Transport) => void): RawListener {
  return (raw, rawReply) => {
    const exchange = announced
    if (exchange === null) return listener(raw, rawReply)
    announced = null
    enter(exchange)
  }
}
