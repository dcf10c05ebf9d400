/** Sends async iterables as responses: texts and bytes unchanged, or a line of JSON for each value. */
import { Readable } from 'node:stream'
import { holdsPromise } from '../base/held-promise.ts'
import { errors } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'
import { MediaType } from '../http/media-type.ts'
import { jsonTextOf } from './json-text.ts'

export interface IterableOptions {
  /** Serializes a payload by the reply's own serializer, the context's, the route's response schema, or `JSON.stringify`. */
  readonly serialize: (exchange: Exchange, payload: unknown) => unknown
  /** Whether async iterables are streamed. `'typed'` means only with a content type other than JSON, because a schema may describe them as JSON. */
  readonly streamsIterables: 'always' | 'typed' | 'never'
}

/** Returns the stream for an async iterable by the content type; `undefined` for JSON. */
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

/** Whether a content type is that of lines of JSON. */
export const isOfLines = (contentType: string): boolean => lines.test(contentType)

/** @param as the content type, after a space */
export function refuseIterable({ plan, request }: Exchange, as: string): Error {
  return new errors.ESP_ERR_REP_ITERABLE_UNTYPED(plan.config.url ?? request.url, request.method, as)
}

const isContent = (value: unknown): value is string | Uint8Array =>
  typeof value === 'string' || value instanceof Uint8Array

/** Streams an iterable without a content type, which may yield only texts and bytes. */
function toTexts(exchange: Exchange, source: AsyncIterable<unknown>): Readable {
  return Readable.from(
    eachOf(source, (value) => {
      holdsPromise(value)
      throw refuseIterable(exchange, ' of objects without a content type')
    })
  )
}

/** Streams each value as a line of JSON. */
function toLines(source: AsyncIterable<unknown>, serialize: (value: unknown) => unknown): Readable {
  return Readable.from(
    eachOf(source, (value) => {
      if (holdsPromise(value)) throw new errors.FST_ERR_REP_INVALID_PAYLOAD_TYPE('promise')
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
