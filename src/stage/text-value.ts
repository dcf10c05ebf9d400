/**
 * Strings in responses that declare JSON. A string without a content type is plain text. If the response declares JSON and no plain text, it is
 * serialized as JSON like any other value. If the content type was set to JSON, a string must be JSON already. A raw value is refused there: a client
 * could not parse it, or would parse another value.
 *
 * The content of a string does not matter: `"x"` without a content type is a string of three characters. The schema's serializer decides which strings
 * it accepts.
 */
import { isPromiseAndIgnore } from '../base/outcome.ts'
import { errors } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'
import type { RouteName } from '../schema/route-schema.ts'
import type { Serialize } from '../schema/serializer.ts'
import { entryOf, findSerializer, type ResponseSerializers } from './serialize.ts'

const json = 'application/json'

export interface TextValues {
  /** Whether a string without a content type is a value of the declared JSON. */
  isValue(exchange: Exchange, text: string): boolean
  /** Returns an error for a string under a JSON content type that is the raw value instead of JSON; `null` if it may be sent. */
  judge(exchange: Exchange, text: string): Error | null
}

/** @param serialize the serialization of the route's responses */
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
      return readBack((value) => serialize(exchange, value) as string, text) === text
    },
    judge(exchange, text) {
      const { mediaType = '' } = exchange.reply
      if (!isSuccess(exchange) || !/[/+]json$/.test(mediaType)) return null
      const { statusCode } = exchange.transport
      const serializer = findSerializer(serializers, statusCode, mediaType)
      if (serializer === undefined || readBack(serializer, text) !== text || isJsonOf(serializer, text)) return null
      return new errors.ESP_ERR_REP_TEXT_NOT_JSON(url, method, statusCode, mediaType)
    }
  }
}

const isSuccess = ({ transport: { statusCode } }: Exchange) => statusCode >= 200 && statusCode < 300

/** The value that a client parses from a serialized value; `undefined` if serializing fails. */
function readBack(serialize: Serialize, value: unknown): unknown {
  try {
    const text: unknown = serialize(value)
    return typeof text === 'string' ? JSON.parse(text) : void isPromiseAndIgnore(text)
  } catch {
    return undefined
  }
}

/**
 * Whether a string is the JSON of a value that the schema accepts. Members of objects and items of lists are not compared, because a string is not
 * filtered.
 */
function isJsonOf(serialize: Serialize, text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    const read = readBack(serialize, value)
    return value === read || (isHolder(value) && isHolder(read) && Array.isArray(value) === Array.isArray(read))
  } catch {
    return false
  }
}

const isHolder = (value: unknown) => typeof value === 'object' && value !== null
