/**
 * Handles an HTTP/2 request body that the app did not read before its response was complete. Unread bytes use up the flow-control window that all
 * streams of the session share. RST_STREAM with NO_ERROR makes the client stop sending and keep the response (RFC 9113 §8.1).
 */
import type { ServerHttp2Stream } from 'node:http2'
import type { IncomingMessage } from '../../node-http.ts'
import { UnreadBody, unreadBodyError } from '../stock/unread-body.ts'

/** In milliseconds after the response. Node 20 and 24 do not send an RST_STREAM that directly follows the end of the stream. */
const leaving = 20
/** The error code NO_ERROR (RFC 9113 §7). */
const noError = 0

class Http2UnreadBody extends UnreadBody {
  readonly #stream: ServerHttp2Stream

  constructor(message: IncomingMessage, stream: ServerHttp2Stream) {
    super(message)
    this.#stream = stream
  }

  protected get isOver(): boolean {
    return this.#stream.destroyed || this.#stream.readableEnded
  }
  protected get progress(): string {
    return `${this.#stream.state.localWindowSize} ${this.#stream.readableLength} ${this.message.readableLength}`
  }
  protected drop(): void {
    this.#stream.close(noError)
  }
  protected fail(): void {
    if (this.message.listenerCount('error') > 0) this.message.destroy(unreadBodyError())
    this.drop()
  }
  /** Destroys the stream. After RST_STREAM, a paused stream would otherwise stay open until something resumes it. */
  protected limitDropping(): void {
    this.#stream.destroy()
  }
}

export function handleUnreadStream(message: IncomingMessage, stream: ServerHttp2Stream): void {
  if (stream.endAfterHeaders || stream.readableEnded) return
  stream.once('finish', () => void setTimeout(() => new Http2UnreadBody(message, stream).begin(), leaving).unref())
}
