import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Transport } from '../http/transport.ts'
import { Http2Transport } from './http2/transport.ts'
import { LightMyRequestTransport } from './inject/light-my-request-transport.ts'
import { StockTransport } from './stock/transport.ts'
import { isUpgraded, makeLast } from './stock/upgraded-request.ts'

export type ToTransport = (raw: IncomingMessage, rawReply: ServerResponse) => Transport

export const toTransport: ToTransport = (raw, rawReply) => {
  if (raw.httpVersionMajor >= 2) return new Http2Transport(raw, rawReply)
  if (isUpgraded(raw, rawReply)) makeLast(rawReply)
  return new StockTransport(raw, rawReply)
}

/** Like `toTransport`, but also accepts the messages of light-my-request. */
export const toTransportOrInjected: ToTransport = (raw, rawReply) =>
  '_lightMyRequest' in raw ? new LightMyRequestTransport(raw, rawReply) : toTransport(raw, rawReply)
