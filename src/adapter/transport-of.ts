/** Which adapter carries an exchange of Node's objects, whoever made them. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Transport } from '../http/transport.ts'
import { Http2Transport } from './http2/transport.ts'
import { InjectedTransport } from './inject/injected.ts'
import { LightTransport } from './light/transport.ts'
import { hasDeparted, makeLast } from './stock/departed.ts'
import { StockTransport } from './stock/transport.ts'

export type ToTransport = (raw: IncomingMessage, rawReply: ServerResponse) => Transport

/** By the class of exchanges over HTTP/1. */
const toTransportOf =
  (Http1Transport: typeof StockTransport): ToTransport =>
  (raw, rawReply) => {
    if (raw.httpVersionMajor >= 2) return new Http2Transport(raw, rawReply)
    if (hasDeparted(raw, rawReply)) makeLast(rawReply)
    return new Http1Transport(raw, rawReply)
  }

/** Objects of our own server, which may be light over HTTP/1. */
export const toLightTransport: ToTransport = toTransportOf(LightTransport)

/** Objects of any server. */
export const toStockTransport: ToTransport = toTransportOf(StockTransport)

/** Lets objects in that came over no network, such as those of light-my-request. */
export function orInjected(toTransport: ToTransport): ToTransport {
  return (raw, rawReply) =>
    '_lightMyRequest' in raw ? new InjectedTransport(raw, rawReply) : toTransport(raw, rawReply)
}
