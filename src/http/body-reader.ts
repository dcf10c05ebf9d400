/**
 * Reads a whole body from a stream. The stream emits in the asynchronous context of the HTTP parser, where a hook's `AsyncLocalStorage` is not set.
 * So the callback runs in the context of the caller that reads the body.
 */
import { AsyncResource } from 'node:async_hooks'
import type { Readable } from 'node:stream'

/** Called with the whole body, or with an error. The code of the error is `ERR_BODY_TOO_LARGE`, or the code of a connection error. */
export type BodyCallback = (error: Error | null, body: Buffer) => void

/** `ERR_BODY_TOO_LARGE`: more bytes arrived than the limit allows; `ECONNRESET`: the client disconnected before its body was complete. */
export class BodyError extends Error {
  readonly code: 'ERR_BODY_TOO_LARGE' | 'ECONNRESET'

  constructor(code: BodyError['code'], message: string) {
    super(message)
    this.code = code
  }
}

const nothing = Buffer.alloc(0)

/** Joins chunks. A single chunk is returned without a copy. */
export function joinChunks(chunks: readonly Buffer[] | null, length: number): Buffer {
  if (chunks === null || chunks.length === 0) return nothing
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length)
}

export function tooLarge(limit: number): BodyError {
  return new BodyError('ERR_BODY_TOO_LARGE', `The body is larger than ${limit} bytes`)
}

export class BodyReader extends AsyncResource {
  readonly #limit: number
  #chunks: Buffer[] = []
  #length = 0
  #callback: BodyCallback | null

  constructor(limit: number, callback: BodyCallback) {
    super('espalier.body')
    this.#limit = limit
    this.#callback = callback
  }

  /** Adds a chunk. Returns false if the limit is exceeded; the callback has then been called. */
  #take(chunk: Buffer): boolean {
    this.#length += chunk.length
    if (this.#length > this.#limit) {
      this.#finish(tooLarge(this.#limit))
      return false
    }
    this.#chunks.push(chunk)
    return true
  }

  #finish(error: Error | null): void {
    const callback = this.#callback
    if (callback === null) return
    const body = error === null ? joinChunks(this.#chunks, this.#length) : nothing
    this.#callback = null
    this.#chunks = []
    this.runInAsyncScope(callback, undefined, error, body)
  }

  listenTo(stream: Readable): void {
    const leave = (error: Error | null): void => {
      stream.off('data', onData).off('end', onEnd).off('error', leave).off('close', onClose)
      this.#finish(error)
    }
    const onData = (chunk: Buffer | string): void => {
      if (this.#take(typeof chunk === 'string' ? Buffer.from(chunk, stream.readableEncoding ?? 'utf8') : chunk)) return
      leave(null)
      // The rest is read and discarded, because the connection can carry another request only after it.
      stream.resume()
    }
    const onEnd = (): void => leave(null)
    const onClose = (): void => leave(new BodyError('ECONNRESET', 'aborted'))
    if (stream.readableEnded) onEnd()
    else if (stream.destroyed) onClose()
    else stream.on('data', onData).on('end', onEnd).on('error', leave).on('close', onClose)
  }
}
