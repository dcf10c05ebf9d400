import { type Readable, Writable } from 'node:stream'
import { containsPromise } from '../base/contained-promise.ts'
import { errors } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Meter } from './framing.ts'
import { endWithTrailers } from './trailer.ts'

interface Pump {
  readonly stream: Readable
  readonly body: Writable
  readonly meter: Meter | null
  readonly giveUp: (error: unknown) => void
  /** Gives up after an invalid chunk, and ignores everything else that the stream emits. */
  readonly refuse: (error: unknown) => void
}

/** Does the same as Node's `pipe`, without the cost of supporting several destinations. For streams that have Node's own `pipe`. */
export function pump({ stream, body, meter, giveUp, refuse }: Pump, endsItself: boolean): void {
  // A failure closes the connection. Chunks that were already written are sent at the next tick, so the failure waits until then.
  const giveUpSoon = (error: unknown) => process.nextTick(giveUp, error)
  const copy = (chunk: unknown) => {
    try {
      checkChunk(chunk)
      const failure = meter?.count(chunk) ?? null
      if (failure !== null) {
        stream.off('data', copy).pause()
        giveUpSoon(failure)
      } else if (!body.write(chunk)) stream.pause()
    } catch (error) {
      // Checking a chunk reads its properties, which may be getters that throw.
      refuse(error)
    }
  }
  stream.on('data', copy)
  body.on('drain', () => stream.resume())
  if (!endsItself) return
  const end = () => {
    const failure = meter?.check() ?? null
    if (failure === null) body.end()
    else giveUpSoon(failure)
  }
  if (stream.readableEnded) process.nextTick(end)
  else stream.once('end', end)
}

function checkChunk(chunk: unknown): asserts chunk is string | Uint8Array {
  if (typeof chunk === 'string' || chunk instanceof Uint8Array) return
  containsPromise(chunk)
  throw new errors.FST_ERR_REP_INVALID_PAYLOAD_TYPE(typeof chunk)
}

/**
 * Node's `write` throws for an invalid chunk, inside `emit`, where the exception would be uncaught. Legacy streams in the style of Node 0.8 emit
 * any value, even null.
 */
export function refuseInvalidChunks(sink: Writable, refuse: (error: unknown) => void): void {
  const { write } = sink
  let isRefused = false
  const writeContent = (chunk: unknown, encoding?: BufferEncoding, written?: () => void): boolean => {
    if (isRefused) return false
    try {
      checkChunk(chunk)
    } catch (error) {
      isRefused = true
      refuse(error)
      return false
    }
    return write.call(sink, chunk, encoding as BufferEncoding, written)
  }
  sink.write = writeContent as Writable['write']
}

export function createSink(exchange: Exchange, body: Writable, meter: Meter | null): Writable {
  return new Writable({
    objectMode: true,
    highWaterMark: 2,
    write(chunk: string | Uint8Array, _encoding, done) {
      let isBelowMark: boolean
      try {
        const failure = meter?.count(chunk) ?? null
        if (failure !== null) return done(failure)
        isBelowMark = body.write(chunk)
      } catch (error) {
        return done(error as Error)
      }
      if (isBelowMark) done()
      else body.once('drain', () => done())
    },
    final(done) {
      const failure = meter?.check() ?? null
      if (failure === null) endWithTrailers(exchange, body, null)
      done(failure)
    }
  })
}
