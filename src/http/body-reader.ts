import { AsyncResource } from 'node:async_hooks'
import type { Readable } from 'node:stream'

export type BodyCallback = (error: Error | null, body: Buffer) => void

/** The code `ECONNRESET` means that the client disconnected before its body was complete. */
export class BodyError extends Error {
  readonly code: 'ERR_BODY_TOO_LARGE' | 'ECONNRESET'

  constructor(code: BodyError['code'], message: string) {
    super(message)
    this.code = code
  }
}

export const emptyBody = Buffer.alloc(0)

export function joinChunks(chunks: readonly Buffer[], length: number): Buffer {
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length)
}

export function tooLarge(limit: number): BodyError {
  return new BodyError('ERR_BODY_TOO_LARGE', `The body is larger than ${limit} bytes`)
}

/** Calls back in the caller's asynchronous context. The events of the stream run in another one, where hooks would lose their `AsyncLocalStorage`. */
export function readStream(stream: Readable, limit: number, callback: BodyCallback): void {
  const context = new AsyncResource('espalier.body')
  const chunks: Buffer[] = []
  let length = 0
  const finish = (error: Error | null): void => {
    stream.off('data', onData).off('end', onEnd).off('error', finish).off('close', onClose)
    context.runInAsyncScope(callback, undefined, error, error === null ? joinChunks(chunks, length) : emptyBody)
  }
  const onData = (chunk: Buffer | string): void => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, stream.readableEncoding ?? 'utf8') : chunk
    length += bytes.length
    if (length <= limit) return void chunks.push(bytes)
    finish(tooLarge(limit))
    // The rest of the body is read and dropped, because the next request on the connection follows it.
    stream.resume()
  }
  const onEnd = (): void => finish(null)
  const onClose = (): void => finish(new BodyError('ECONNRESET', 'aborted'))
  if (stream.readableEnded) onEnd()
  else if (stream.destroyed) onClose()
  else stream.on('data', onData).on('end', onEnd).on('error', finish).on('close', onClose)
}
