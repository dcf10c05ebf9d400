/**
 * Decides whether a request has a body. Some clients send a content type without content, and some send an empty body by the chunked coding. If the
 * head does not show whether there is a body, the first bytes do.
 */
import { errors, withoutStack } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'

function lengthOf({ transport }: Exchange): string | undefined {
  return transport.readField('content-length')
}

/** Whether the head declares no body (RFC 9112 §6.3). In HTTP/2 a body may still follow, because its length need not be declared. */
export function isEmpty(exchange: Exchange): boolean {
  const length = lengthOf(exchange)
  const isChunked = exchange.transport.readField('transfer-encoding') !== undefined
  return !isChunked && (length === undefined || length === '0')
}

/** Whether certainly no body will arrive. */
export function isEmptyForCertain(exchange: Exchange): boolean {
  return isEmpty(exchange) && (exchange.transport.version < 2 || lengthOf(exchange) === '0')
}

/** Whether the head lacks `content-length`. Then the body may turn out to be empty when it is read. */
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
