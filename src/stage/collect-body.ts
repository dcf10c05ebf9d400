/** Collects the bytes of a body. A body over the limit is an error, and so is a body with another length than its `content-length`. */
import type { Readable } from 'node:stream'
import { errors, readOf, withoutStack } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Transport } from '../http/transport.ts'

export type CollectCallback = (error: unknown, bytes: Buffer) => void

/**
 * A stream from a `preParsing` hook. It may report how many bytes it has read before decoding them, because the limit applies to these bytes, too.
 */
type CountedStream = Readable & { receivedEncodedLength?: number }

const none = Buffer.alloc(0)

/** The syntax of Content-Length (RFC 9110 §8.6). Servers refuse other values, but a Fetch `Request` may have any, such as `1, 1` from two fields. */
const onlyDigits = /^[0-9]+$/

function tooLarge(): Error {
  return withoutStack(() => new errors.FST_ERR_CTP_BODY_TOO_LARGE())
}

function wrongLength(): Error {
  return withoutStack(() => new errors.FST_ERR_CTP_INVALID_CONTENT_LENGTH())
}

/** Gives an error of the body's stream the status 400, if the error has no error status of its own. */
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

/** Collects a body of at most `limit` bytes, counted both as received and as decoded by a `preParsing` hook. */
export function collectBody(exchange: Exchange, limit: number, done: CollectCallback): void {
  const { transport } = exchange
  const length = transport.readField('content-length')
  // An invalid length becomes -1, which no body has. So `checkLength` refuses the body.
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

/** Refuses a body whose length differs from the declared length (RFC 9110 §8.6). A body without a declared length passes. */
function checkLength(declared: number, arrived: number, done: CollectCallback): boolean {
  if (Number.isNaN(declared) || arrived === declared) return true
  done(wrongLength(), none)
  return false
}

/** Converts a chunk to bytes. A stream from a `preParsing` hook may emit any value. */
function toBytes(chunk: unknown): Buffer {
  if (typeof chunk === 'string') return Buffer.from(chunk)
  if (chunk instanceof Uint8Array)
    return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  throw new TypeError(`A preParsing hook must hand on a stream of text or bytes, not one of ${typeof chunk}`)
}

/** Destroys a stream that a hook made, in order to stop its decoding, and discards the rest of the client's bytes. */
function abandon(stream: Readable, transport: Transport): void {
  if (stream !== transport.body) stream.destroy()
  transport.dropBody()
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
  const listening = new BodyListeners(stream, exchange.transport, done)
  const onError = (error: unknown) => listening.finish(withStatus(error), none)
  const onClose = () => onError(new Error('The body ended before it was complete'))
  const onData = (chunk: unknown) => {
    const bytes = toBytes(chunk)
    received += bytes.length
    chunks.push(bytes)
    if (received > limit || (stream.receivedEncodedLength ?? 0) > limit) listening.finish(tooLarge(), none)
  }
  const onEnd = () => {
    const taken = stream.receivedEncodedLength || received
    if (!checkLength(declared, taken, (error, bytes) => listening.finish(error, bytes))) return
    listening.finish(null, chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, received))
  }
  listening.run(() => {
    // A stream that is already destroyed would not call the listeners, so they are called here.
    if (stream.destroyed) return stream.errored ? onError(stream.errored) : onClose()
    for (const [event, listen] of Object.entries({ data: onData, end: onEnd, error: onError, close: onClose }))
      listening.on(event, listen)
    stream.resume()
  })
}

/** The listeners on a stream. An exception in a listener would be uncaught, so it counts as a failure of the stream. */
class BodyListeners {
  readonly #stream: Readable
  readonly #transport: Transport
  readonly #done: CollectCallback
  readonly #listeners: [event: string, listener: (value: unknown) => void][] = []
  #isOver = false

  constructor(stream: Readable, transport: Transport, done: CollectCallback) {
    this.#stream = stream
    this.#transport = transport
    this.#done = done
  }

  run(act: () => void): void {
    try {
      act()
    } catch (error) {
      this.finish(error, none)
    }
  }

  on(event: string, listen: (value: unknown) => void): void {
    const listener = (value: unknown) => this.run(() => listen(value))
    this.#listeners.push([event, listener])
    this.#stream.on(event, listener)
  }

  finish(error: unknown, bytes: Buffer): void {
    if (this.#isOver) return
    this.#isOver = true
    try {
      for (const [event, listener] of this.#listeners) this.#stream.removeListener(event, listener)
      // A later error has no effect on the request, but must not be an uncaught exception.
      this.#stream.on('error', () => {})
      if (error !== null) abandon(this.#stream, this.#transport)
    } catch {
      // An object that only resembles a stream has no resources to release.
    }
    this.#done(error, bytes)
  }
}
