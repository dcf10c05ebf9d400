/**
 * Decides whether a request has a body. If its head does not show that, the first bytes do. Clients send a content type even without content, and some
 * send an empty body in chunks.
 */
import { errors, withoutStack } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'

function lengthOf({ transport }: Exchange): string | undefined {
  return transport.readField('content-length')
}

/** Whether the head declares no body (RFC 9112 §6.3). An HTTP/2 request may still have one, as its last frame shows. */
export function isEmpty(exchange: Exchange): boolean {
  const length = lengthOf(exchange)
  const isChunked = exchange.transport.readField('transfer-encoding') !== undefined
  return !isChunked && (length === undefined || length === '0')
}

/** Whether certainly no body will arrive. */
export function isEmptyForCertain(exchange: Exchange): boolean {
  return isEmpty(exchange) && (exchange.transport.version < 2 || lengthOf(exchange) === '0')
}

/** Whether only the arriving bytes show if there is a body. */
export function mayBeEmpty(exchange: Exchange): boolean {
  return lengthOf(exchange) === undefined
}

/** The parser for bodies of an unknown type: an empty body is accepted, and any other is refused. */
export const emptyBodyParser = {
  plugin: 'espalier',
  parseAs: 'buffer',
  bodyLimit: undefined,
  isBuiltIn: false,
  parse(): never {
    throw withoutStack(() => new errors.FST_ERR_CTP_INVALID_MEDIA_TYPE())
  }
} as const
