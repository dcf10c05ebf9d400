/**
 * Strings as payloads of routes that declare JSON. If the handler set a JSON content type, the string must already be JSON. Otherwise a client could
 * not parse it, or would parse another value.
 *
 * Without a content type, the string is serialized if the response declares JSON and not `text/plain`. This includes strings that look like JSON:
 * `"x"` with its quotes is a string of three characters.
 */
import { swallowIfPromise } from '../base/outcome.ts'
import { errors } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'
import type { RouteName } from '../schema/route-schema.ts'
import type { Serialize } from '../schema/serializer.ts'
import { entryOf, findSerializer, type ResponseSerializers } from './serialize.ts'

const json = 'application/json'

export interface TextValues {
  /** Whether a string without a content type is serialized as JSON. */
  isValue(exchange: Exchange, text: string): boolean
  /** Returns an error for a string that has a JSON content type and is not JSON. */
  checkJson(exchange: Exchange, text: string): Error | null
}

export function compileTextValues(
  serializers: ResponseSerializers,
  serialize: (exchange: Exchange, payload: unknown) => unknown,
  { method, url }: RouteName
): TextValues {
  return {
    isValue(exchange, text) {
      const entry = entryOf(serializers, exchange.transport.statusCode)
      if (!isSuccess(exchange) || !(entry instanceof Map) || !entry.has(json)) return false
      if (entry.has('text/plain') || entry.has('*/*')) return false
      return parsedByClient((value) => serialize(exchange, value) as string, text) === text
    },
    checkJson(exchange, text) {
      const { mediaType = '' } = exchange.reply
      if (!isSuccess(exchange) || !/[/+]json$/.test(mediaType)) return null
      const { statusCode } = exchange.transport
      const serializer = findSerializer(serializers, statusCode, mediaType)
      if (serializer === undefined || parsedByClient(serializer, text) !== text || isAcceptedJson(serializer, text))
        return null
      return new errors.ESP_ERR_REP_TEXT_NOT_JSON(url, method, statusCode, mediaType)
    }
  }
}

const isSuccess = ({ transport: { statusCode } }: Exchange) => statusCode >= 200 && statusCode < 300

/** Serializes a value and parses the result. Returns `undefined` if one of them fails. */
function parsedByClient(serialize: Serialize, value: unknown): unknown {
  try {
    const text: unknown = serialize(value)
    return typeof text === 'string' ? JSON.parse(text) : void swallowIfPromise(text)
  } catch {
    return undefined
  }
}

/** Serializing the parsed value must not change it. In objects and arrays, serializing may remove properties, because the string itself is sent. */
function isAcceptedJson(serialize: Serialize, text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    const read = parsedByClient(serialize, value)
    return value === read || (isObject(value) && isObject(read) && Array.isArray(value) === Array.isArray(read))
  } catch {
    return false
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null
