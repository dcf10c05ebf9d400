/**
 * Bodies of HTTP/2 that were not read completely when their response was complete. Their unread bytes count against the window of all streams of the
 * session. The stream is reset with NO_ERROR: the client stops sending and keeps its answer (RFC 9113 §8.1). Node does the same for a body that was
 * never touched.
 */
import type { ServerHttp2Stream } from 'node:http2'
import type { IncomingMessage } from '../../node-http.ts'
import { Rest, restOfBody } from '../stock/rest.ts'

/** In milliseconds: the time after which the end of a response has been sent. On Node 20 and 24 a reset that is sent with it is lost. */
const leaving = 20
/** NO_ERROR (RFC 9113 §7). */
const noError = 0

class Http2Rest extends Rest {
  readonly #stream: ServerHttp2Stream

  constructor(message: IncomingMessage, stream: ServerHttp2Stream) {
    super(message)
    this.#stream = stream
  }

  protected get isOver(): boolean {
    return this.#stream.destroyed || this.#stream.readableEnded
  }
  protected get mark(): string {
    return `${this.#stream.state.localWindowSize} ${this.#stream.readableLength} ${this.message.readableLength}`
  }
  protected drop(): void {
    this.#stream.close(noError)
  }
  protected fail(): void {
    if (this.message.listenerCount('error') > 0) this.message.destroy(restOfBody())
    this.drop()
  }
  /** Does nothing: a stream that was closed and is paused waits for its reader. */
  protected bound(): void {
    this.#stream.destroy()
  }
}

/** Handles the unread rest of a body when the response of its stream is complete. */
export function settleRestOf(message: IncomingMessage, stream: ServerHttp2Stream): void {
  if (stream.endAfterHeaders || stream.readableEnded) return
  stream.once('finish', () => void setTimeout(() => new Http2Rest(message, stream).begin(), leaving).unref())
}
