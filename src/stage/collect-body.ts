/** The bytes of a body, all of them or an error: never more than the limit, and as many as were declared. */
import type { Readable } from 'node:stream'
import { errors, readOf, withoutStack } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'

export type Collected = (error: unknown, bytes: Buffer) => void

/** A stream that a `preParsing` hook put in place may tell how many bytes it has taken from the wire. */
type Counted = Readable & { receivedEncodedLength?: number }

const none = Buffer.alloc(0)

function tooLarge(): Error {
  return withoutStack(() => new errors.FST_ERR_CTP_BODY_TOO_LARGE())
}

/** An error of the stream is the client's, unless it says otherwise. */
function withStatus(error: Error & { statusCode?: unknown }): Error {
  if (typeof error.statusCode !== 'number' || !(error.statusCode >= 400)) error.statusCode = 400
  return error
}

/** Collects a body of at most `limit` bytes, counted as they come over the wire and as a `preParsing` hook decoded them. */
export function collectBody(exchange: Exchange, limit: number, done: Collected): void {
  const { readBody, readField } = exchange.plan.wire
  const declared = Number(readField(exchange.raw, 'content-length'))
  if (declared > limit) return done(tooLarge(), none)
  if (exchange.stream !== null) return collectStream(exchange.stream as Counted, declared, limit, done)
  if (readBody === null) return collectStream(exchange.raw, declared, limit, done)
  readBody(exchange.raw, limit, (error, bytes) => {
    if (error !== null) {
      return done(readOf(error, 'code') === 'ERR_BODY_TOO_LARGE' ? tooLarge() : withStatus(error), none)
    }
    if (checkLength(declared, bytes.length, done)) done(null, bytes)
  })
}

/** Refuses a body that is not as long as it was declared (RFC 9110 §8.6); without a declared length any is right. */
function checkLength(declared: number, arrived: number, done: Collected): boolean {
  if (Number.isNaN(declared) || arrived === declared) return true
  done(
    withoutStack(() => new errors.FST_ERR_CTP_INVALID_CONTENT_LENGTH()),
    none
  )
  return false
}

function collectStream(stream: Counted, declared: number, limit: number, done: Collected): void {
  const chunks: Buffer[] = []
  let received = 0
  const finish = (error: unknown, bytes: Buffer) => {
    stream.removeListener('data', onData).removeListener('end', onEnd)
    stream.removeListener('error', onError).removeListener('close', onClose)
    // What fails later is nobody's business any more, and must not be an uncaught exception.
    stream.on('error', () => {})
    done(error, bytes)
  }
  const onData = (chunk: Buffer | string) => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    received += bytes.length
    chunks.push(bytes)
    if (received > limit || (stream.receivedEncodedLength ?? 0) > limit) finish(tooLarge(), none)
  }
  const onEnd = () => {
    if (!checkLength(declared, stream.receivedEncodedLength || received, finish)) return
    finish(null, chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, received))
  }
  const onError = (error: Error) => finish(withStatus(error), none)
  const onClose = () => onError(new Error('The body ended before it was complete'))
  // It will not tell any more.
  if (stream.destroyed) return stream.errored ? onError(stream.errored) : onClose()
  stream.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
  stream.resume()
}
