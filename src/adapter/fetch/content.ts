/** Converts bodies between Fetch streams and Node streams. */
import { Writable } from 'node:stream'
import { type BodyCallback, BodyError, joinChunks, tooLarge } from '../../http/body-reader.ts'

/** In bytes: the longest body that is read in one piece. Longer ones are read in parts, so that a slow client is noticed. */
export const longestWhole = 16_384

const nothing = Buffer.alloc(0)

export function brokenOff(): BodyError {
  return new BodyError('ECONNRESET', 'aborted')
}

/** Reads a body in one piece, if its server enforces the declared length. On Bun this takes two thirds of the time of reading the stream. */
export function readWhole(request: Request, limit: number, callback: BodyCallback): void {
  request.arrayBuffer().then(
    (content) =>
      content.byteLength > limit ? callback(tooLarge(limit), nothing) : callback(null, Buffer.from(content)),
    () => callback(brokenOff(), nothing)
  )
}

/**
 * Reads a whole body and counts what arrives, whatever length was declared: a `Request` may be made by hand or by middleware. A body that grows over
 * `limit` bytes is cancelled. `count` is called with the number of bytes that have arrived.
 */
export function readContent(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
  count: (bytes: number) => void,
  callback: BodyCallback
): void {
  if (stream === null) return callback(null, nothing)
  collect(stream, limit, count).then(
    (body) => (body === null ? callback(tooLarge(limit), nothing) : callback(null, body)),
    () => callback(brokenOff(), nothing)
  )
}

/** Resolves to all bytes of a stream, or to `null` if there are more than `limit`. */
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

export interface Outlet {
  /** Passes the content to the platform; `null` if there is none. */
  begin(content: ReadableStream<Uint8Array> | null): void
  /** Called when all content was passed. */
  end(): void
  /** Called when the client cancels the content. */
  leave(): void
}

/** A writable stream whose content can be read as a web stream. Bytes are accepted only as the reader asks for them. */
export class ContentWriter extends Writable {
  readonly #outlet: Outlet
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null
  #isAsked = false
  #give: (() => void) | null = null

  constructor(outlet: Outlet) {
    super()
    this.#outlet = outlet
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
    if (this.#controller === null) this.#outlet.begin(null)
    else this.#controller.close()
    this.#outlet.end()
    done()
  }

  /** Fails the reader of content that ends early, so that it does not mistake the part for the whole. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    try {
      if (!this.writableFinished) this.#controller?.error(error ?? brokenOff())
    } catch {
      // The reader has cancelled the stream.
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
        this.#outlet.leave()
        this.destroy()
      }
    }
    this.#outlet.begin(new ReadableStream<Uint8Array>(source, { highWaterMark: 0 }))
  }
}
