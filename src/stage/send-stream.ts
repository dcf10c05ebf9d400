/**
 * Sends streams as responses: Node's, web streams, and bodies of a web `Response`.
 *
 * The source is read at the speed of the client, and if one side ends early, the other is ended. An error before the head gets an error response. After
 * the head the connection is closed, so that the response does not look complete.
 */
import { finished, Readable, Writable } from 'node:stream'
import { holdsPromise } from '../base/held-promise.ts'
import { logSafely } from '../base/log-safely.ts'
import { promiseOf } from '../base/outcome.ts'
import { isNodeStream, isWebStream } from '../base/payload.ts'
import { errors } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Transport } from '../http/transport.ts'
import { EventFeed } from './event-feed.ts'
import { createMeter, type Meter } from './framing.ts'
import { endWithTrailers } from './trailer.ts'

type Closable = Partial<Record<'destroy' | 'close' | 'abort', (done?: () => void) => void>>

/** Releases a body that will not be sent. */
export function discard(payload: unknown): void {
  try {
    if (payload instanceof EventFeed) payload.stop()
    else if (isNodeStream(payload)) {
      payload.on('error', () => {})
      // A stream at its end closes by itself; draining the rest might never end.
      const stop = () => letGo(payload as Closable)
      payload.once('data', stop)
      setImmediate(stop)
    } else if (isWebStream(payload) && !payload.locked) cancel(payload)
  } catch {
    // An object that only resembles a stream has no resources to release.
  }
}

/** Ends a stream by its own method; returns whether it has one. An error of that method is ignored. */
function letGo(stream: Closable): boolean {
  try {
    if (typeof stream.destroy === 'function') stream.destroy()
    else if (typeof stream.close === 'function') stream.close(() => {})
    else if (typeof stream.abort === 'function') stream.abort()
    else return false
  } catch {}
  return true
}

/** Cancels a source without a reader, and ignores its error. */
function cancel(source: { cancel(): unknown }): void {
  try {
    promiseOf(source.cancel())?.then(undefined, () => {})
  } catch {}
}

/** Prepares the head of a stream. It is sent with the first chunk, because the stream may fail before that. */
function prepareHead({ headers, reply, transport }: Exchange): void {
  if (transport.isBegun)
    logSafely(reply.log, 'warn', "response will send, but you shouldn't use res.writeHead in stream mode")
  else transport.setHead(transport.statusCode, headers)
}

interface Breaker {
  /** Fails a response: with an error response while the head is not sent, else by closing the connection. Only the first failure counts. */
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
  const { plan, reply, trailers, transport } = exchange
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
    plan.pending.remove(exchange)
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
  if (isPiped && stream.pipe === Readable.prototype.pipe) return pump(stream, body, refuse, trailers === null)
  const sink = isPiped ? body : createSink(exchange, body, meter).on('error', giveUp)
  refuseOddChunks(sink, refuse)
  stream.pipe(sink, { end: !isPiped || trailers === null })
}

/** Pipes like Node, but without the state for several destinations. A source with its own `pipe` may do more with the response, so that is called. */
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

/** Ends a response to HEAD at the first chunk, which proves that there is content. */
function endAtFirst(stream: Readable, body: Writable): void {
  stream.once('data', () => {
    // An old-style stream may lack `pause`.
    stream.pause?.()
    body.end()
  })
}

/** Ignores everything that a stream emits after an invalid chunk, including its end, so that the error response is not affected. */
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
 * Refuses unwritable chunks before they throw inside `emit`, where the exception would be uncaught. Old-style streams emit any value, even null; newer
 * ones do so only by an explicit `emit`. The rest of such a source is ignored.
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

/**
 * Makes the writable for a stream's chunks. It writes no more than the declared length, and refuses chunks other than text and bytes with an error for
 * this response only.
 */
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
        // A chunk may throw when it is inspected.
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
  const { plan, transport } = exchange
  const body = transport.open()
  const { fail, log } = createBreaker(exchange)
  const meter = createMeter(exchange)
  const reader = stream.getReader()
  let open = true
  const drained = createDrainSignal(body)
  finished(body, (error) => {
    plan.pending.remove(exchange)
    drained.release()
    if (!open) return
    open = false
    if (error && transport.isBegun) log(error)
    cancel(reader)
  })
  prepareHead(exchange)
  const end = () => {
    // A destroyed response also releases the source.
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
 * Writes the chunks of a web stream at the client's speed, until one side ends. A response to HEAD ends at the first chunk, which proves that there is
 * content.
 */
async function copy(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  transport: Transport,
  body: Writable,
  meter: Meter | null,
  drained: { wait(): Promise<void> }
): Promise<void> {
  // Reading stops when the client disconnects: a source that has returned its last chunk is never notified of the cancellation.
  while (!transport.isClosed) {
    const { done, value } = await reader.read()
    if (done || transport.isClosed || transport.isEnded || transport.method === 'HEAD') return
    meter?.take(value)
    if (meter?.isOver()) return
    if (!body.write(value)) await drained.wait()
  }
}

/** Waits until the client has read what was written, or has disconnected. */
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
