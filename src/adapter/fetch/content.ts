/** The bodies of the Fetch standard, read and written as the house does it. */
import { Writable } from 'node:stream'
import { type BodyCallback, BodyError, BodyReader, tooLarge } from '../../http/body-reader.ts'

/** In bytes: bodies that arrive as a whole, or nearly so. A longer one is read in parts, by which a client is seen that sends it slowly. */
export const longestWhole = 16_384

/** Reads a short body at once, which costs platforms less than its stream. */
export function readShort(request: Request, limit: number, callback: BodyCallback): void {
  request.arrayBuffer().then(
    (content) => {
      const isRight = content.byteLength <= limit
      callback(isRight ? null : tooLarge(limit), isRight ? Buffer.from(content) : Buffer.alloc(0))
    },
    () => callback(new BodyError('ECONNRESET', 'aborted'), Buffer.alloc(0))
  )
}

/** Reads a whole body; one that grows over `limit` bytes is given up. `count` hears how many bytes have arrived. */
export function readContent(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
  count: (bytes: number) => void,
  callback: BodyCallback
): void {
  const body = new BodyReader(limit, callback, [], 0)
  if (stream === null) return body.finish(null)
  copy(stream, body, count).then(
    () => body.finish(null),
    () => body.finish(new BodyError('ECONNRESET', 'aborted'))
  )
}

async function copy(stream: ReadableStream<Uint8Array>, body: BodyReader, count: (bytes: number) => void) {
  let length = 0
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    length += value.length
    count(length)
    if (!body.take(Buffer.from(value.buffer, value.byteOffset, value.byteLength)))
      return void reader.cancel().catch(() => {})
  }
}

export interface Outlet {
  /** Hands the content to the platform; `null` where there is none. */
  begin(content: ReadableStream<Uint8Array> | null): void
  /** All of it was given. */
  end(): void
  /** The client does not want it any more. */
  leave(): void
}

/** A stream to write to, whose content is a stream to read from; nothing is taken before the reader asks for it. */
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

  /** Shows whoever reads a content that ends early that it is not whole. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    try {
      if (!this.writableFinished) this.#controller?.error(error ?? new BodyError('ECONNRESET', 'aborted'))
    } catch {
      // Who has cancelled it does not read it any more.
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
