import { Writable } from 'node:stream'
import { type BodyCallback, BodyError, emptyBody, joinChunks, tooLarge } from '../../http/body-reader.ts'

/** In bytes. Longer bodies are read chunk by chunk, which detects a client that sends too slowly. */
export const longestWhole = 16_384

export function brokenOff(): BodyError {
  return new BodyError('ECONNRESET', 'aborted')
}

/** Only for platforms that enforce Content-Length. On Bun, `arrayBuffer()` needs a third less time than reading the stream. */
export function readWhole(request: Request, limit: number, callback: BodyCallback): void {
  request.arrayBuffer().then(
    (content) =>
      content.byteLength > limit ? callback(tooLarge(limit), emptyBody) : callback(null, Buffer.from(content)),
    () => callback(brokenOff(), emptyBody)
  )
}

/** Reads chunk by chunk, because a `Request` made by a program may have a wrong Content-Length. @param count gets the bytes read so far */
export function readContent(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
  count: (bytes: number) => void,
  callback: BodyCallback
): void {
  if (stream === null) return callback(null, emptyBody)
  collect(stream, limit, count).then(
    (body) => (body === null ? callback(tooLarge(limit), emptyBody) : callback(null, body)),
    () => callback(brokenOff(), emptyBody)
  )
}

async function collect(
  stream: ReadableStream<Uint8Array>,
  limit: number,
  count: (bytes: number) => void
): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  const take = (chunk: Uint8Array | undefined) => {
    if (!ArrayBuffer.isView(chunk)) throw new TypeError('A body consists of bytes')
    length += chunk.byteLength
    count(length)
    chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
  }
  const reader = stream.getReader()
  try {
    while (length <= limit) {
      const { done, value } = await reader.read()
      if (done) return joinChunks(chunks, length)
      take(value)
    }
    return null
  } finally {
    reader.cancel().catch(() => {})
  }
}

export interface ContentSink {
  begin(content: ReadableStream<Uint8Array> | null): void
  end(): void
  leave(): void
}

/** A Node `Writable` whose chunks the platform reads as a web `ReadableStream`. Backpressure: a chunk is accepted only when the reader pulls. */
export class ContentWriter extends Writable {
  readonly #sink: ContentSink
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null
  #isAsked = false
  #give: (() => void) | null = null

  constructor(sink: ContentSink) {
    super()
    this.#sink = sink
  }

  override _write(chunk: Buffer, _encoding: string, taken: () => void): void {
    if (this.#controller === null) this.#open()
    this.#give = () => {
      this.#give = null
      this.#isAsked = false
      this.#controller?.enqueue(chunk)
      taken()
    }
    if (this.#isAsked) this.#give()
  }

  override _final(done: () => void): void {
    if (this.#controller === null) this.#sink.begin(null)
    else this.#controller.close()
    this.#sink.end()
    done()
  }

  /** Errors the web stream, so that the client does not take a truncated body for a complete one. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    try {
      if (!this.writableFinished) this.#controller?.error(error ?? brokenOff())
    } catch {
      // `controller.error()` throws if the reader has cancelled the stream.
    }
    done(error)
  }

  #open(): void {
    const source = {
      start: (controller: ReadableStreamDefaultController<Uint8Array>) => {
        this.#controller = controller
      },
      pull: () => {
        this.#isAsked = true
        this.#give?.()
      },
      cancel: () => {
        this.#sink.leave()
        this.destroy()
      }
    }
    this.#sink.begin(new ReadableStream<Uint8Array>(source, { highWaterMark: 0 }))
  }
}
