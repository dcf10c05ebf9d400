import { Readable } from 'node:stream'
import { containsPromise } from '../base/contained-promise.ts'
import { errors } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'
import { MediaType } from '../http/media-type.ts'
import { jsonTextOf } from './json-text.ts'

export interface IterableOptions {
  readonly serialize: (exchange: Exchange, payload: unknown) => unknown
  /** `'typed'` is for routes with a response schema, which serializes JSON: only iterables with another content type are streamed. */
  readonly streamsIterables: 'always' | 'typed' | 'never'
}

/** Returns `undefined` for JSON, which is not streamed. */
export function streamOf(
  exchange: Exchange,
  payload: AsyncIterable<unknown>,
  contentType: string | undefined,
  { serialize }: IterableOptions
): Readable | undefined {
  if (contentType === undefined) return toTexts(exchange, payload)
  if (isOfLines(contentType)) return toLines(payload, (one) => serialize(exchange, one))
  return MediaType.parse(contentType).essence.includes('json') ? undefined : Readable.from(payload)
}

const lines = /^application\/(?:x-)?(?:ndjson|jsonl)\s*(?:;|$)/i

export const isOfLines = (contentType: string): boolean => lines.test(contentType)

/** @param ending the end of the sentence in the error, with a space before it: ` as JSON` */
export const untypedIterable = ({ plan, request }: Exchange, ending: string): Error =>
  new errors.ESP_ERR_REP_ITERABLE_UNTYPED(plan.config.url ?? request.url, request.method, ending)

const isContent = (value: unknown): value is string | Uint8Array =>
  typeof value === 'string' || value instanceof Uint8Array

function toTexts(exchange: Exchange, source: AsyncIterable<unknown>): Readable {
  return Readable.from(
    eachOf(source, (value) => {
      containsPromise(value)
      throw untypedIterable(exchange, ' of objects without a content type')
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
