import type { Readable } from 'node:stream'
import { errors, readOf, withoutStack } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Transport } from '../http/transport.ts'

export type CollectCallback = (error: unknown, bytes: Buffer) => void

/** A stream from a `preParsing` hook. As in Fastify, it may report how many bytes it has read before it decoded them. */
type CountedStream = Readable & { receivedEncodedLength?: number }

const none = Buffer.alloc(0)

/** RFC 9110 §8.6. Servers refuse other values, but a Fetch `Request` may have any, such as `1, 1` from two fields. */
const onlyDigits = /^[0-9]+$/

const tooLarge = (): Error => withoutStack(() => new errors.FST_ERR_CTP_BODY_TOO_LARGE())

/** An error of the body's stream is a 400, if the error has no error status of its own. */
function withStatus(error: unknown): unknown {
  const status = readOf(error, 'statusCode')
  if (typeof status === 'number' && status >= 400) return error
  try {
    ;(error as { statusCode: number }).statusCode = 400
    return error
  } catch {
    return Object.assign(new Error('The body could not be read', { cause: error }), { statusCode: 400 })
  }
}

/** `limit` applies to the received bytes, and to the bytes after decoding by a `preParsing` hook. */
export function collectBody(exchange: Exchange, limit: number, done: CollectCallback): void {
  const { transport } = exchange
  const length = transport.readField('content-length')
  // An invalid length becomes -1, which no body has, so `checkLength` fails.
  const declared = length === undefined || onlyDigits.test(length) ? Number(length) : -1
  if (declared > limit) return done(tooLarge(), none)
  if (exchange.stream !== null) return collectStream(exchange, exchange.stream as CountedStream, declared, limit, done)
  transport.readBody(limit, (error, bytes) => {
    if (error !== null) {
      return done(readOf(error, 'code') === 'ERR_BODY_TOO_LARGE' ? tooLarge() : withStatus(error), none)
    }
    if (checkLength(declared, bytes.length, done)) done(null, bytes)
  })
}

/** @param declared NaN without a `content-length` */
function checkLength(declared: number, arrived: number, done: CollectCallback): boolean {
  if (Number.isNaN(declared) || arrived === declared) return true
  const error = withoutStack(() => new errors.FST_ERR_CTP_INVALID_CONTENT_LENGTH())
  done(error, none)
  return false
}

function toBytes(chunk: unknown): Buffer {
  if (typeof chunk === 'string') return Buffer.from(chunk)
  if (chunk instanceof Uint8Array)
    return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  throw new TypeError(`A preParsing hook must hand on a stream of text or bytes, not one of ${typeof chunk}`)
}

function collectStream(
  exchange: Exchange,
  stream: CountedStream,
  declared: number,
  limit: number,
  done: CollectCallback
): void {
  const chunks: Buffer[] = []
  let received = 0
  const { finish, on, run } = createListeners(stream, exchange.transport, done)
  const onError = (error: unknown) => finish(withStatus(error), none)
  const onClose = () => onError(new Error('The body ended before it was complete'))
  const onData = (chunk: unknown) => {
    const bytes = toBytes(chunk)
    received += bytes.length
    chunks.push(bytes)
    if (received > limit || (stream.receivedEncodedLength ?? 0) > limit) finish(tooLarge(), none)
  }
  const onEnd = () => {
    const encoded = stream.receivedEncodedLength || received
    if (checkLength(declared, encoded, finish))
      finish(null, chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, received))
  }
  run(() => {
    // A stream that is already destroyed emits nothing.
    if (stream.destroyed) return stream.errored ? onError(stream.errored) : onClose()
    for (const [event, listen] of Object.entries({ data: onData, end: onEnd, error: onError, close: onClose }))
      on(event, listen)
    stream.resume()
  })
}

/** An exception in a listener would be uncaught, so it counts as a failure of the stream. */
function createListeners(stream: Readable, transport: Transport, done: CollectCallback) {
  const listeners: [event: string, listener: (value: unknown) => void][] = []
  let isOver = false
  const finish: CollectCallback = (error, bytes) => {
    if (isOver) return
    isOver = true
    try {
      for (const [event, listener] of listeners) stream.removeListener(event, listener)
      // Without a listener, a later error would be an uncaught exception.
      stream.on('error', () => {})
      if (error !== null) {
        if (stream !== transport.body) stream.destroy()
        transport.dropBody()
      }
    } catch {
      // An object that only resembles a stream has no resources to release.
    }
    done(error, bytes)
  }
  const run = (act: () => void): void => {
    try {
      act()
    } catch (error) {
      finish(error, none)
    }
  }
  const on = (event: string, listen: (value: unknown) => void): void => {
    const listener = (value: unknown) => run(() => listen(value))
    listeners.push([event, listener])
    stream.on(event, listener)
  }
  return { finish, on, run }
}
