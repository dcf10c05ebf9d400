/**
 * Sends Node's streams and web streams as responses, at the speed of the client. A stream that fails before the response head is sent gets an error
 * response. After the head the connection is closed, so that the response does not look complete.
 */
import { finished, Readable, type Writable } from 'node:stream'
import { logSafely } from '../base/log-safely.ts'
import { promiseOf } from '../base/outcome.ts'
import { isNodeStream, isWebStream } from '../base/payload.ts'
import { errors } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Transport } from '../http/transport.ts'
import { createSink, pump, refuseInvalidChunks } from './copy-chunks.ts'
import { EventFeed } from './event-feed.ts'
import { createMeter, type Meter } from './framing.ts'
import { endWithTrailers } from './trailer.ts'

type Closable = Partial<Record<'destroy' | 'close' | 'abort', (done?: () => void) => void>>

export function discard(payload: unknown): void {
  try {
    if (payload instanceof EventFeed) payload.stop()
    else if (isNodeStream(payload)) {
      payload.on('error', () => {})
      // Reading for a moment lets an empty stream end by itself. Any other stream might never end, so it is destroyed.
      const stop = () => destroyStream(payload as Closable)
      payload.once('data', stop)
      setImmediate(stop)
    } else if (isWebStream(payload) && !payload.locked) cancel(payload)
  } catch {
    // An object that only resembles a stream has no resources to release.
  }
}

/** Returns false if the stream has neither `destroy` nor `close`. */
function destroyStream(stream: Closable): boolean {
  try {
    if (typeof stream.destroy === 'function') stream.destroy()
    else if (typeof stream.close === 'function') stream.close(() => {})
    else if (typeof stream.abort === 'function') stream.abort()
    else return false
  } catch {}
  return true
}

function cancel(source: { cancel(): unknown }): void {
  try {
    promiseOf(source.cancel())?.then(undefined, () => {})
  } catch {}
}

/** The first chunk sends the response head. So a stream that fails without a chunk still gets an error response. */
function prepareHead({ headers, reply, transport }: Exchange): void {
  if (transport.isBegun)
    logSafely(reply.log, 'warn', "response will send, but you shouldn't use res.writeHead in stream mode")
  else transport.setHead(transport.statusCode, headers)
}

/** `fail` sends an error response, or closes the connection if the response head was sent. Only the first error has an effect. */
function createErrorHandling(exchange: Exchange) {
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
  const { fail, log } = createErrorHandling(exchange)
  const meter = createMeter(exchange)
  const isPumped = stream.pipe === Readable.prototype.pipe
  const isPiped = !isPumped && meter === null && stream.readableObjectMode !== true
  let open = true
  finished(stream, { readable: true, writable: false }, (error) => {
    if (!open) return
    open = false
    if (error) fail(error)
    else if (isHead) body.end()
    else if ((isPumped || isPiped) && trailers !== null) endWithTrailers(exchange, body, null)
  })
  const stop = () => {
    open = false
    if (!destroyStream(stream as Closable)) logSafely(reply.log, 'warn', 'stream payload does not end properly')
  }
  finished(body, (error) => {
    plan.responseTimeouts.remove(exchange)
    if (open && error && transport.isBegun) log(error)
    if (open) stop()
  })
  prepareHead(exchange)
  if (isHead) return endAtFirstChunk(stream, body)
  const giveUp = (error: unknown) => {
    stop()
    fail(error)
  }
  const refuse = (error: unknown) => {
    silence(stream)
    giveUp(error)
  }
  if (isPumped) return pump({ stream, body, meter, giveUp, refuse }, trailers === null)
  const sink = isPiped ? body : createSink(exchange, body, meter).on('error', giveUp)
  refuseInvalidChunks(sink, refuse)
  stream.pipe(sink, { end: !isPiped || trailers === null })
}

/** Until its first chunk, the stream may still fail and get an error response. */
function endAtFirstChunk(stream: Readable, body: Writable): void {
  stream.once('data', () => {
    // Streams in the style of Node 0.8 may lack `pause`.
    stream.pause?.()
    body.end()
  })
}

/** After an invalid chunk, later events of the stream must not change the error response. */
function silence(stream: Readable): void {
  try {
    stream.removeAllListeners().on('error', () => {})
  } catch {
    // An object that only resembles a stream may have no listeners.
  }
}

export function sendWebStream(exchange: Exchange, stream: ReadableStream<Uint8Array>): void {
  if (stream.locked) throw new errors.FST_ERR_REP_READABLE_STREAM_LOCKED()
  const { plan, transport } = exchange
  const body = transport.open()
  const { fail, log } = createErrorHandling(exchange)
  const meter = createMeter(exchange)
  const reader = stream.getReader()
  let open = true
  const drained = createDrainSignal(body)
  finished(body, (error) => {
    plan.responseTimeouts.remove(exchange)
    drained.release()
    if (!open) return
    open = false
    if (error && transport.isBegun) log(error)
    cancel(reader)
  })
  prepareHead(exchange)
  const end = () => {
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

async function copy(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  transport: Transport,
  body: Writable,
  meter: Meter | null,
  drained: { wait(): Promise<void> }
): Promise<void> {
  // `cancel` does not stop this loop if the source has already returned its last chunk.
  while (!transport.isClosed) {
    const { done, value } = await reader.read()
    if (done || transport.isClosed || transport.isEnded || transport.method === 'HEAD') return
    if (meter?.count(value)) return
    if (!body.write(value)) await drained.wait()
  }
}

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
