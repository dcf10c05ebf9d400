/**
 * Handles HTTP/2 bodies that were not read when their response was complete. Their bytes use up the flow-control window of the whole session. So
 * NO_ERROR resets the stream: the client stops sending and keeps its response (RFC 9113 §8.1), as in Node for an untouched body.
 */
import type { ServerHttp2Stream } from 'node:http2'
import type { IncomingMessage } from '../../node-http.ts'
import { UnreadBody, unreadBodyError } from '../stock/unread-body.ts'

/** In milliseconds after the end of the response. Node 20 and 24 lose a reset that is sent together with the end. */
const leaving = 20
/** NO_ERROR (RFC 9113 §7). */
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
  /** The reset alone would leave a paused stream open until its reader resumes it. */
  protected limitDropping(): void {
    this.#stream.destroy()
  }
}

export function handleUnreadStream(message: IncomingMessage, stream: ServerHttp2Stream): void {
  if (stream.endAfterHeaders || stream.readableEnded) return
  stream.once('finish', () => void setTimeout(() => new Http2UnreadBody(message, stream).begin(), leaving).unref())
}
