/** Which adapter carries an exchange of Node's objects, whoever made them. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Transport } from '../http/transport.ts'
import { Http2Transport } from './http2/transport.ts'
import { InjectTransport } from './inject/transport.ts'
import { LightTransport } from './light/transport.ts'
import { StockTransport } from './stock/transport.ts'

export type ToTransport = (raw: IncomingMessage, rawReply: ServerResponse) => Transport

/** Objects of our own server, which may be light over HTTP/1. */
export const toLightTransport: ToTransport = (raw, rawReply) =>
  raw.httpVersionMajor >= 2 ? new Http2Transport(raw, rawReply) : new LightTransport(raw, rawReply)

/** Objects of any server. */
export const toStockTransport: ToTransport = (raw, rawReply) =>
  raw.httpVersionMajor >= 2 ? new Http2Transport(raw, rawReply) : new StockTransport(raw, rawReply)

/** Lets objects in that came over no network, such as those of light-my-request. */
export function orInjected(toTransport: ToTransport): ToTransport {
  return (raw, rawReply) => ('_lightMyRequest' in raw ? new InjectTransport(raw, rawReply) : toTransport(raw, rawReply))
}
