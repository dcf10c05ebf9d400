/**
 * Decides whether a request has a body. If its head leaves that open, the first bytes decide. Clients send a content type with requests without
 * content, and some send the empty body in chunks.
 */
import { errors, withoutStack } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'

function lengthOf({ transport }: Exchange): string | undefined {
  return transport.readField('content-length')
}

/** Whether a request says that it has no body (RFC 9112 §6.3). HTTP/2 may have one all the same: there its last frame says so. */
export function isEmpty(exchange: Exchange): boolean {
  const length = lengthOf(exchange)
  const isChunked = exchange.transport.readField('transfer-encoding') !== undefined
  return !isChunked && (length === undefined || length === '0')
}

/** Whether nothing can arrive. */
export function isEmptyForCertain(exchange: Exchange): boolean {
  return isEmpty(exchange) && (exchange.transport.version < 2 || lengthOf(exchange) === '0')
}

/** Whether only what arrives tells. */
export function mayBeEmpty(exchange: Exchange): boolean {
  return lengthOf(exchange) === undefined
}

/** The parser of bodies that have no other: the empty one passes before it is called. */
export const emptyBodyParser = {
  plugin: 'espalier',
  parseAs: 'buffer',
  bodyLimit: undefined,
  isBuiltIn: false,
  parse(): never {
    throw withoutStack(() => new errors.FST_ERR_CTP_INVALID_MEDIA_TYPE())
  }
} as const
