/**
 * Texts as values of JSON. A text without a media type is plain text. Where the response declares JSON for it and no plain text, it is written as
 * JSON, as any other value. Under JSON that was set, a text is JSON already. A text that is the bare value is refused there: a client could not read
 * it, or would read another value.
 *
 * The look of a text does not count: `"x"` without a media type is a text of three characters. The serializer of the schema decides which texts it
 * takes.
 */
import { isPromiseAndIgnore } from '../base/promise.ts'
import { errors } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'
import type { RouteName } from '../schema/route-schema.ts'
import type { Serialize } from '../schema/serializer.ts'
import { entryOf, findSerializer, type ResponseSerializers } from './serialize.ts'

const json = 'application/json'

export interface TextValues {
  /** Whether a text without a media type is a value of the JSON that its response declares. */
  isValue(exchange: Exchange, text: string): boolean
  /** Returns the error of a text that was sent under a media type of JSON and is the value instead of its JSON; `null` where it may leave. */
  judge(exchange: Exchange, text: string): Error | null
}

/** @param serialize what answers of the route pass through */
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

/** The value that a client reads where this one is answered; `undefined` where there is none. */
function readBack(serialize: Serialize, value: unknown): unknown {
  try {
    const text: unknown = serialize(value)
    return typeof text === 'string' ? JSON.parse(text) : void isPromiseAndIgnore(text)
  } catch {
    return undefined
  }
}

/** Whether a text is the JSON of a value that a schema takes. Members of objects and items of lists are not compared: what is sent as JSON is not filtered. */
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
