/** Chooses the transport for an exchange on Node's objects. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Transport } from '../http/transport.ts'
import { Http2Transport } from './http2/transport.ts'
import { InjectedTransport } from './inject/injected.ts'
import { hasDeparted, makeLast } from './stock/departed.ts'
import { StockTransport } from './stock/transport.ts'

export type ToTransport = (raw: IncomingMessage, rawReply: ServerResponse) => Transport

/** Returns the transport for objects of a server. */
export const toTransport: ToTransport = (raw, rawReply) => {
  if (raw.httpVersionMajor >= 2) return new Http2Transport(raw, rawReply)
  if (hasDeparted(raw, rawReply)) makeLast(rawReply)
  return new StockTransport(raw, rawReply)
}

/** As `toTransport`, and also accepts objects without a network, such as those of light-my-request. */
export const orInjected: ToTransport = (raw, rawReply) =>
  '_lightMyRequest' in raw ? new InjectedTransport(raw, rawReply) : toTransport(raw, rawReply)
