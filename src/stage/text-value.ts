/**
 * Strings as payloads of routes that declare JSON. Without a content type, a string is serialized as JSON if the response declares JSON and not
 * `text/plain`; otherwise it is plain text. If the handler set a JSON content type, the string must already be JSON. Any other string is refused,
 * because a client could not parse it, or would parse another value.
 *
 * Without a content type, even a string that looks like JSON is serialized: `"x"` with its quotes is a string of three characters. The schema's
 * serializer decides which strings it accepts.
 */
import { swallowIfPromise } from '../base/outcome.ts'
import { errors } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'
import type { RouteName } from '../schema/route-schema.ts'
import type { Serialize } from '../schema/serializer.ts'
import { entryOf, findSerializer, type ResponseSerializers } from './serialize.ts'

const json = 'application/json'

export interface TextValues {
  /** Whether a string without a content type is a value of the declared JSON. */
  isValue(exchange: Exchange, text: string): boolean
  /** Returns an error for a string that is sent with a JSON content type and is not JSON; `null` if it may be sent. */
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
      return readBack((value) => serialize(exchange, value) as string, text) === text
    },
    checkJson(exchange, text) {
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

/** Serializes a value and returns what a client would parse; `undefined` if serializing fails. */
function readBack(serialize: Serialize, value: unknown): unknown {
  try {
    const text: unknown = serialize(value)
    return typeof text === 'string' ? JSON.parse(text) : void swallowIfPromise(text)
  } catch {
    return undefined
  }
}

/**
 * Whether a string is JSON that the schema accepts: serializing its value must not change the value. An object need only stay an object, and a list a
 * list. Serializing may remove members, but the string is sent unchanged.
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
