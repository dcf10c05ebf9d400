/**
 * Streams as answers: Node's, the web's, and web `Response` bodies.
 *
 * The client's pace is the source's pace, and whichever side ends early ends the other. An error before the head takes the error path; after
 * it the connection is closed, because a complete answer can no longer be told from a broken one.
 */
import { finished, type Readable, Writable } from 'node:stream'
import { errors } from '../error/error.ts'
import { promiseOf } from '../error/promise.ts'
import { tell } from '../error/tell.ts'
import { breakOff } from '../http/break-off.ts'
import type { Exchange } from '../http/exchange.ts'
import { toHead } from '../http/field.ts'
import { createMeter, type Meter } from './framing.ts'
import { isNodeStream, isWebStream } from './payload.ts'
import type { RoutePlan } from './step.ts'
import { endWithTrailers } from './trailer.ts'

type Closable = Partial<Record<'destroy' | 'close' | 'abort', (done?: () => void) => void>>

/** Lets go of a body that will not be sent. */
export function discard(payload: unknown): void {
  try {
    if (isNodeStream(payload)) {
      payload.on('error', () => {})
      // What is at its end ends by itself; draining the rest might never end.
      const stop = () => letGo(payload as Closable)
      payload.once('data', stop)
      setImmediate(stop)
    } else if (isWebStream(payload) && !payload.locked) cancel(payload)
  } catch {
    // What only resembles a stream holds nothing that could be let go of.
  }
}

/** Ends a stream, each kind in its own way; returns whether it has one. What goes wrong with that is nobody's business any more. */
function letGo(stream: Closable): boolean {
  try {
    if (typeof stream.destroy === 'function') stream.destroy()
    else if (typeof stream.close === 'function') stream.close(() => {})
    else if (typeof stream.abort === 'function') stream.abort()
    else return false
  } catch {}
  return true
}

/** Tells a source that nobody reads it any more; what it makes of that is its own business. */
function cancel(source: { cancel(): unknown }): void {
  try {
    promiseOf(source.cancel())?.then(undefined, () => {})
  } catch {}
}

/** A stream may fail before its first byte, so the head is only prepared: Node writes it with the first chunk. */
function prepareHead(exchange: Exchange): void {
  const { headers, rawReply, reply } = exchange
  if (rawReply.headersSent)
    return tell(reply.log, 'warn', "response will send, but you shouldn't use res.writeHead in stream mode")
  for (const [name, value] of Object.entries(toHead(rawReply, headers))) rawReply.setHeader(name, value as string)
}

interface Breaker {
  /** Ends a broken answer: by the error path while the head is not out, else by closing the connection. Only the first failure counts. */
  fail(error: unknown): void
  log(error: unknown): void
}

function createBreaker(exchange: Exchange): Breaker {
  let logged = false
  let failed = false
  const log = (error: unknown) => {
    if (logged) return
    logged = true
    ;(exchange.plan as RoutePlan).logs?.streamError(error, exchange.request, exchange.reply)
  }
  const fail = (error: unknown) => {
    if (failed) return
    failed = true
    if (!exchange.rawReply.headersSent && !exchange.raw.aborted) return exchange.plan.fail(exchange, error)
    log(error)
    breakOff(exchange.rawReply)
  }
  return { fail, log }
}

export function sendNodeStream(exchange: Exchange, stream: Readable): void {
  const { raw, rawReply, reply, trailers } = exchange
  const { fail, log } = createBreaker(exchange)
  const meter = createMeter(exchange)
  const isPiped = meter === null && stream.readableObjectMode !== true
  let open = true
  finished(stream, { readable: true, writable: false }, (error) => {
    if (!open) return
    open = false
    if (error) fail(error)
    else if (raw.method === 'HEAD') rawReply.end()
    else if (isPiped && trailers !== null) endWithTrailers(exchange, null)
  })
  const stop = () => {
    open = false
    if (!letGo(stream as Closable)) tell(reply.log, 'warn', 'stream payload does not end properly')
  }
  finished(rawReply, (error) => {
    if (!open) return
    if (error && rawReply.headersSent) log(error)
    stop()
  })
  prepareHead(exchange)
  if (raw.method === 'HEAD') return endAtFirst(stream, rawReply)
  const giveUp = (error: unknown) => {
    stop()
    fail(error)
  }
  const sink = isPiped ? rawReply : createSink(exchange, meter).on('error', giveUp)
  refuseOddChunks(sink, (error) => {
    silence(stream)
    giveUp(error)
  })
  stream.pipe(sink, { end: !isPiped || trailers === null })
}

/** Of an answer to HEAD the first chunk shows that there is one. */
function endAtFirst(stream: Readable, rawReply: Exchange['rawReply']): void {
  stream.once('data', () => {
    // A stream of old may have no pause.
    stream.pause?.()
    rawReply.end()
  })
}

/** Keeps what a stream emits behind an odd chunk, its end included, out of the answer to come. */
function silence(stream: Readable): void {
  try {
    stream.removeAllListeners().on('error', () => {})
  } catch {
    // What only resembles a stream may have no listeners.
  }
}

/** Of what a stream may emit, text and bytes can be sent. */
function checkChunk(chunk: unknown): void {
  if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))
    throw new errors.FST_ERR_REP_INVALID_PAYLOAD_TYPE(typeof chunk)
}

/**
 * Keeps what cannot be written from throwing in whoever emits it, where nobody catches. Streams of the first kind emit anything, null included; of
 * the later ones only what is emitted by hand gets here.
 */
function refuseOddChunks(sink: Writable, refuse: (error: unknown) => void): void {
  const { write } = sink
  const writeContent = (...given: Parameters<Writable['write']>) => {
    try {
      checkChunk(given[0])
    } catch (error) {
      refuse(error)
      return false
    }
    return write.apply(sink, given)
  }
  Object.assign(sink, { write: writeContent })
}

/** Takes a stream chunk by chunk, so that nothing beyond its declared length leaves, and what is no text or bytes costs one answer only. */
function createSink(exchange: Exchange, meter: Meter | null): Writable {
  const { rawReply } = exchange
  return new Writable({
    objectMode: true,
    highWaterMark: 2,
    write(chunk: string | Uint8Array, _encoding, taken) {
      let isTaken: boolean
      try {
        meter?.take(chunk)
        if (meter?.isOver()) return taken(meter.check())
        isTaken = rawReply.write(chunk)
      } catch (error) {
        // A chunk may throw when it is looked at.
        return taken(error as Error)
      }
      if (isTaken) taken()
      else rawReply.once('drain', () => taken())
    },
    final(done) {
      const failure = meter?.check() ?? null
      if (failure === null) endWithTrailers(exchange, null)
      done(failure)
    }
  })
}

export function sendWebStream(exchange: Exchange, stream: ReadableStream<Uint8Array>): void {
  if (stream.locked) throw new errors.FST_ERR_REP_READABLE_STREAM_LOCKED()
  const { raw, rawReply } = exchange
  const { fail, log } = createBreaker(exchange)
  const meter = createMeter(exchange)
  const reader = stream.getReader()
  let open = true
  const drained = createDrainSignal(exchange)
  finished(rawReply, (error) => {
    drained.release()
    if (!open) return
    open = false
    if (error && rawReply.headersSent) log(error)
    cancel(reader)
  })
  prepareHead(exchange)
  const end = () => {
    // Whoever destroyed the answer is told by its end, which also lets go of the source.
    if (!open || rawReply.destroyed) return
    if (raw.method === 'HEAD') return void rawReply.end()
    const failure = meter?.check()
    if (failure) throw failure
    open = false
    endWithTrailers(exchange, null)
  }
  copy(reader, exchange, meter, drained)
    .then(end)
    .catch((error) => {
      open = false
      cancel(reader)
      fail(error)
    })
}

/** Writes what a web stream gives at the client's pace, until one of them ends; of an answer to HEAD the first chunk shows that there is one. */
async function copy(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { raw, rawReply }: Exchange,
  meter: Meter | null,
  drained: { wait(): Promise<void> }
): Promise<void> {
  // Not read further once nobody takes it: a source that has given its last chunk is never told of the cancellation.
  while (!rawReply.destroyed) {
    const { done, value } = await reader.read()
    if (done || rawReply.destroyed || rawReply.writableEnded || raw.method === 'HEAD') return
    meter?.take(value)
    if (meter?.isOver()) return
    if (!rawReply.write(value)) await drained.wait()
  }
}

/** Waits until the client has taken what was written, or is gone. */
function createDrainSignal({ rawReply }: Exchange) {
  let wake: () => void = () => {}
  rawReply.on('drain', () => wake())
  return {
    wait: () =>
      new Promise<void>((resolve) => {
        wake = resolve
      }),
    release: () => wake()
  }
}
