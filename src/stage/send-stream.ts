/**
 * Streams as answers: Node's, the web's, and web `Response` bodies.
 *
 * The client's pace is the source's pace, and whichever side ends early ends the other. An error before the head takes the error path. After it the
 * connection is closed, because a complete answer can no longer be told from a broken one.
 */
import { finished, Readable, Writable } from 'node:stream'
import { holdsPromise } from '../base/held-promise.ts'
import { logSafely } from '../base/log-safely.ts'
import { isNodeStream, isWebStream } from '../base/payload.ts'
import { promiseOf } from '../base/promise.ts'
import { errors } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Transport } from '../http/transport.ts'
import { EventFeed } from './event-feed.ts'
import { createMeter, type Meter } from './framing.ts'
import { endWithTrailers } from './trailer.ts'

type Closable = Partial<Record<'destroy' | 'close' | 'abort', (done?: () => void) => void>>

/** Lets go of a body that will not be sent. */
export function discard(payload: unknown): void {
  try {
    if (payload instanceof EventFeed) payload.stop()
    else if (isNodeStream(payload)) {
      payload.on('error', () => {})
      // A stream at its end ends by itself; draining the rest might never end.
      const stop = () => letGo(payload as Closable)
      payload.once('data', stop)
      setImmediate(stop)
    } else if (isWebStream(payload) && !payload.locked) cancel(payload)
  } catch {
    // An object that only resembles a stream has no resources to release.
  }
}

/** Ends a stream by the method of its kind; returns whether it has one. A failure of that method is ignored. */
function letGo(stream: Closable): boolean {
  try {
    if (typeof stream.destroy === 'function') stream.destroy()
    else if (typeof stream.close === 'function') stream.close(() => {})
    else if (typeof stream.abort === 'function') stream.abort()
    else return false
  } catch {}
  return true
}

/** Cancels a source without a reader. Its reaction is ignored. */
function cancel(source: { cancel(): unknown }): void {
  try {
    promiseOf(source.cancel())?.then(undefined, () => {})
  } catch {}
}

/** A stream may fail before its first byte, so the head is only prepared: it leaves with the first chunk. */
function prepareHead({ headers, reply, transport }: Exchange): void {
  if (transport.isBegun)
    logSafely(reply.log, 'warn', "response will send, but you shouldn't use res.writeHead in stream mode")
  else transport.setHead(transport.statusCode, headers)
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
    exchange.plan.logs?.streamError(error, exchange.request, exchange.reply)
  }
  const fail = (error: unknown) => {
    if (failed) return
    failed = true
    const { transport } = exchange
    if (!transport.isBegun && !transport.isAborted) return exchange.plan.fail(exchange, error)
    log(error)
    transport.abort()
  }
  return { fail, log }
}

export function sendNodeStream(exchange: Exchange, stream: Readable): void {
  const { reply, trailers, transport } = exchange
  const [body, isHead] = [transport.open(), transport.method === 'HEAD']
  const { fail, log } = createBreaker(exchange)
  const meter = createMeter(exchange)
  const isPiped = meter === null && stream.readableObjectMode !== true
  let open = true
  finished(stream, { readable: true, writable: false }, (error) => {
    if (!open) return
    open = false
    if (error) fail(error)
    else if (isHead) body.end()
    else if (isPiped && trailers !== null) endWithTrailers(exchange, body, null)
  })
  const stop = () => {
    open = false
    if (!letGo(stream as Closable)) logSafely(reply.log, 'warn', 'stream payload does not end properly')
  }
  finished(body, (error) => {
    if (!open) return
    if (error && transport.isBegun) log(error)
    stop()
  })
  prepareHead(exchange)
  if (isHead) return endAtFirst(stream, body)
  const giveUp = (error: unknown) => {
    stop()
    fail(error)
  }
  const refuse = (error: unknown) => {
    silence(stream)
    giveUp(error)
  }
  const endsItself = !isPiped || trailers === null
  if (isPiped && stream.pipe === Readable.prototype.pipe) return pump(stream, body, refuse, endsItself)
  const sink = isPiped ? body : createSink(exchange, body, meter).on('error', giveUp)
  refuseOddChunks(sink, refuse)
  stream.pipe(sink, { end: endsItself })
}

/** Node's own pipe without its state for a source of several answers. A source with a pipe of its own may do more with the answer. */
function pump(stream: Readable, body: Writable, refuse: (error: unknown) => void, endsItself: boolean): void {
  stream.on('data', (chunk: unknown) => {
    try {
      checkChunk(chunk)
    } catch (error) {
      return refuse(error)
    }
    if (!body.write(chunk)) stream.pause()
  })
  body.on('drain', () => stream.resume())
  if (!endsItself) return
  const end = () => body.end()
  if (stream.readableEnded) process.nextTick(end)
  else stream.once('end', end)
}

/** Ends an answer to HEAD at the first chunk, which shows that there is content. */
function endAtFirst(stream: Readable, body: Writable): void {
  stream.once('data', () => {
    // A stream of old may have no pause.
    stream.pause?.()
    body.end()
  })
}

/** Keeps what a stream emits behind an odd chunk, its end included, out of the answer to come. */
function silence(stream: Readable): void {
  try {
    stream.removeAllListeners().on('error', () => {})
  } catch {
    // An object that only resembles a stream may have no listeners.
  }
}

/** Refuses chunks other than text and bytes. */
function checkChunk(chunk: unknown): void {
  if (typeof chunk === 'string' || chunk instanceof Uint8Array) return
  holdsPromise(chunk)
  throw new errors.FST_ERR_REP_INVALID_PAYLOAD_TYPE(typeof chunk)
}

/**
 * Keeps an unwritable chunk from throwing inside `emit`, where the exception would be uncaught. Streams of the first kind emit any value, even null;
 * later kinds do so only by an explicit `emit`. The rest of such a source is ignored.
 */
function refuseOddChunks(sink: Writable, refuse: (error: unknown) => void): void {
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

/** Takes a stream chunk by chunk, so that nothing beyond its declared length leaves, and what is no text or bytes costs one answer only. */
function createSink(exchange: Exchange, body: Writable, meter: Meter | null): Writable {
  return new Writable({
    objectMode: true,
    highWaterMark: 2,
    write(chunk: string | Uint8Array, _encoding, taken) {
      let isTaken: boolean
      try {
        meter?.take(chunk)
        if (meter?.isOver()) return taken(meter.check())
        isTaken = body.write(chunk)
      } catch (error) {
        // A chunk may throw when it is looked at.
        return taken(error as Error)
      }
      if (isTaken) taken()
      else body.once('drain', () => taken())
    },
    final(done) {
      const failure = meter?.check() ?? null
      if (failure === null) endWithTrailers(exchange, body, null)
      done(failure)
    }
  })
}

export function sendWebStream(exchange: Exchange, stream: ReadableStream<Uint8Array>): void {
  if (stream.locked) throw new errors.FST_ERR_REP_READABLE_STREAM_LOCKED()
  const { transport } = exchange
  const body = transport.open()
  const { fail, log } = createBreaker(exchange)
  const meter = createMeter(exchange)
  const reader = stream.getReader()
  let open = true
  const drained = createDrainSignal(body)
  finished(body, (error) => {
    drained.release()
    if (!open) return
    open = false
    if (error && transport.isBegun) log(error)
    cancel(reader)
  })
  prepareHead(exchange)
  const end = () => {
    // A destroyed answer also releases the source, by its end.
    if (!open || transport.isClosed) return
    if (transport.method === 'HEAD') return void body.end()
    const failure = meter?.check()
    if (failure) throw failure
    open = false
    endWithTrailers(exchange, body, null)
  }
  copy(reader, transport, body, meter, drained)
    .then(end)
    .catch((error) => {
      open = false
      cancel(reader)
      fail(error)
    })
}

/**
 * Writes the chunks of a web stream at the client's pace, until one of them ends. An answer to HEAD ends at the first chunk, which shows that there
 * is content.
 */
async function copy(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  transport: Transport,
  body: Writable,
  meter: Meter | null,
  drained: { wait(): Promise<void> }
): Promise<void> {
  // Reading stops when the client leaves: a source that has returned its last chunk is never notified of the cancellation.
  while (!transport.isClosed) {
    const { done, value } = await reader.read()
    if (done || transport.isClosed || transport.isEnded || transport.method === 'HEAD') return
    meter?.take(value)
    if (meter?.isOver()) return
    if (!body.write(value)) await drained.wait()
  }
}

/** Waits until the client has taken what was written, or is gone. */
function createDrainSignal(body: Writable) {
  let wake: () => void = () => {}
  body.on('drain', () => wake())
  return {
    wait: () =>
      new Promise<void>((resolve) => {
        wake = resolve
      }),
    release: () => wake()
  }
}
