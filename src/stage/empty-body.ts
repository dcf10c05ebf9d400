/** Some clients send a content type without content, or an empty body by the chunked coding. */
import { errors, withoutStack } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'

const lengthOf = ({ transport }: Exchange): string | undefined => transport.readField('content-length')

/** Whether the request head declares no body (RFC 9112 §6.3). In HTTP/2 a body may still follow, because its length need not be declared. */
export function isEmpty(exchange: Exchange): boolean {
  const length = lengthOf(exchange)
  const isChunked = exchange.transport.readField('transfer-encoding') !== undefined
  return !isChunked && (length === undefined || length === '0')
}

export const isEmptyForCertain = (exchange: Exchange): boolean =>
  isEmpty(exchange) && (exchange.transport.version < 2 || lengthOf(exchange) === '0')

/** Whether the body must be read to find out that it is empty. */
export const mayBeEmpty = (exchange: Exchange): boolean => lengthOf(exchange) === undefined

/** For bodies of an unknown type. It is called only if the body is not empty. */
export const emptyBodyParser = {
  plugin: 'espalier',
  parseAs: 'buffer',
  bodyLimit: undefined,
  isBuiltIn: false,
  parse(): never {
    throw withoutStack(() => new errors.FST_ERR_CTP_INVALID_MEDIA_TYPE())
  }
} as const
