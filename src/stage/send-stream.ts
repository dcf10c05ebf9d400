/**
 * Streams as answers: Node's, the web's, and web `Response` bodies.
 *
 * The client's pace is the source's pace, and whichever side ends early ends the other. An error before the head takes the error path; after
 * it the connection is closed, because a complete answer can no longer be told from a broken one.
 */
import { finished, type Readable } from 'node:stream'
import { errors } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'
import type { RoutePlan } from './step.ts'
import { endWithTrailers } from './trailer.ts'

type Closable = Partial<Record<'destroy' | 'close' | 'abort', (done?: () => void) => void>>

export function isNodeStream(payload: unknown): payload is Readable {
  return typeof (payload as { pipe?: unknown } | null | undefined)?.pipe === 'function'
}

export function isWebStream(payload: unknown): payload is ReadableStream<Uint8Array> {
  return typeof (payload as { getReader?: unknown } | null | undefined)?.getReader === 'function'
}

export function isResponse(payload: unknown): payload is Response {
  return typeof payload === 'object' && Object.prototype.toString.call(payload) === '[object Response]'
}

/** Lets go of a body that will not be sent. */
export function discard(payload: unknown): void {
  if (isNodeStream(payload)) {
    payload.on('error', () => {})
    payload.resume()
  } else if (isWebStream(payload) && !payload.locked) payload.cancel().catch(() => {})
}

/** A stream may fail before its first byte, so the head is only prepared: Node writes it with the first chunk. */
function prepareHead(exchange: Exchange): void {
  const { headers, rawReply, reply } = exchange
  if (rawReply.headersSent)
    return reply.log.warn("response will send, but you shouldn't use res.writeHead in stream mode")
  for (const name of Object.keys(headers)) rawReply.setHeader(name, headers[name] as string)
}

/** Ends a broken answer: by the error path while the head is not out, else by closing the connection; logged once. */
function createBreaker(exchange: Exchange): { fail: (error: unknown) => void; log: (error: unknown) => void } {
  let logged = false
  const log = (error: unknown) => {
    if (logged) return
    logged = true
    ;(exchange.plan as RoutePlan).logs?.streamError(error, exchange.request as never, exchange.reply as never)
  }
  const fail = (error: unknown) => {
    if (!exchange.rawReply.headersSent && !exchange.raw.aborted) return exchange.plan.fail(exchange, error)
    log(error)
    exchange.rawReply.destroy()
  }
  return { fail, log }
}

export function sendNodeStream(exchange: Exchange, stream: Readable): void {
  const { rawReply } = exchange
  const { fail, log } = createBreaker(exchange)
  let open = true
  finished(stream, { readable: true, writable: false }, (error) => {
    open = false
    if (error) fail(error)
    else if (exchange.trailers !== null) endWithTrailers(exchange, null)
  })
  finished(rawReply, (error) => {
    if (!open) return
    if (error && rawReply.headersSent) log(error)
    close(exchange, stream as Closable)
  })
  prepareHead(exchange)
  stream.pipe(rawReply, { end: exchange.trailers === null })
}

/** Old streams end in different ways. */
function close({ reply }: Exchange, stream: Closable): void {
  if (typeof stream.destroy === 'function') stream.destroy()
  else if (typeof stream.close === 'function') stream.close(() => {})
  else if (typeof stream.abort === 'function') stream.abort()
  else reply.log.warn('stream payload does not end properly')
}

export function sendWebStream(exchange: Exchange, stream: ReadableStream<Uint8Array>): void {
  if (stream.locked) throw new errors.FST_ERR_REP_READABLE_STREAM_LOCKED()
  const { rawReply } = exchange
  const { fail, log } = createBreaker(exchange)
  const reader = stream.getReader()
  let open = true
  const drained = createDrainSignal(exchange)
  finished(rawReply, (error) => {
    drained.release()
    if (!open) return
    open = false
    if (error && rawReply.headersSent) log(error)
    reader.cancel().catch(() => {})
  })
  prepareHead(exchange)
  const pump = async () => {
    while (open) {
      const { done, value } = await reader.read()
      if (!open) return
      if (done) break
      if (!rawReply.write(value)) await drained.wait()
      // Whoever destroyed the answer is told by its end, which also lets go of the source.
      if (rawReply.destroyed) return
    }
    if (!open) return
    open = false
    endWithTrailers(exchange, null)
  }
  pump().catch((error) => {
    open = false
    fail(error)
  })
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
