/** Sends async iterables as responses: strings and bytes unchanged, or each value as a line of JSON. */
import { Readable } from 'node:stream'
import { containsPromise } from '../base/contained-promise.ts'
import { errors } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'
import { MediaType } from '../http/media-type.ts'
import { jsonTextOf } from './json-text.ts'

export interface IterableOptions {
  /** Serializes a payload by the serializer of the reply, of the context or of the response schema, or by `JSON.stringify`. */
  readonly serialize: (exchange: Exchange, payload: unknown) => unknown
  /**
   * Whether async iterables are streamed. `'typed'` is for routes with a response schema: an iterable is streamed only for a content type other than
   * JSON, because the schema serializes JSON.
   */
  readonly streamsIterables: 'always' | 'typed' | 'never'
}

/** Returns the stream for an async iterable, depending on the content type; `undefined` for JSON. */
export function streamOf(
  exchange: Exchange,
  payload: AsyncIterable<unknown>,
  contentType: string | undefined,
  { serialize }: Pick<IterableOptions, 'serialize'>
): Readable | undefined {
  if (contentType === undefined) return toTexts(exchange, payload)
  if (isOfLines(contentType)) return toLines(payload, (one) => serialize(exchange, one))
  return MediaType.parse(contentType).essence.includes('json') ? undefined : Readable.from(payload)
}

const lines = /^application\/(?:x-)?(?:ndjson|jsonl)\s*(?:;|$)/i

export const isOfLines = (contentType: string): boolean => lines.test(contentType)

/** @param as the end of the sentence in the error, with a space before it: ` as JSON` */
export function refuseIterable({ plan, request }: Exchange, as: string): Error {
  return new errors.ESP_ERR_REP_ITERABLE_UNTYPED(plan.config.url ?? request.url, request.method, as)
}

const isContent = (value: unknown): value is string | Uint8Array =>
  typeof value === 'string' || value instanceof Uint8Array

/** Streams an iterable for a response without a content type. Only strings and bytes are allowed, because nothing says how to write other values. */
function toTexts(exchange: Exchange, source: AsyncIterable<unknown>): Readable {
  return Readable.from(
    eachOf(source, (value) => {
      containsPromise(value)
      throw refuseIterable(exchange, ' of objects without a content type')
    })
  )
}

function toLines(source: AsyncIterable<unknown>, serialize: (value: unknown) => unknown): Readable {
  return Readable.from(
    eachOf(source, (value) => {
      if (containsPromise(value)) throw new errors.FST_ERR_REP_INVALID_PAYLOAD_TYPE('promise')
      const refuse = (_reason: string, cause?: unknown): never => {
        throw cause ?? new errors.FST_ERR_REP_INVALID_PAYLOAD_TYPE(typeof value)
      }
      if (value === undefined) return refuse('')
      return `${jsonTextOf(value, serialize, refuse)}\n`
    })
  )
}

async function* eachOf(source: AsyncIterable<unknown>, toText: (value: unknown) => string) {
  for await (const value of source) yield isContent(value) ? value : toText(value)
}
