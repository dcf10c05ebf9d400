/** A transport on the compatibility API of `node:http2`. */
import type { ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'
import { errors } from '../../error/error.ts'
import type { ReplyHeaders } from '../../http/headers.ts'
import { toHead } from '../field-cache.ts'
import { IndependentTransport } from '../stock/independent-transport.ts'
import { watchPeer } from './peer-watch.ts'
import { handleUnreadStream } from './unread-body.ts'

/** The error code INTERNAL_ERROR (RFC 9113 §7). Without an error code, the client would take a truncated response for a complete one. */
const internalError = 2

const frameSize = 64 * 1024
/** Bodies up to this `length` fit into one frame: UTF-8 has at most three bytes for each UTF-16 code unit of a string. */
const longestWhole = frameSize / 3

export class Http2Transport extends IndependentTransport {
  override watchPeer(heartbeat: number): void {
    const { session } = this.raw.stream ?? {}
    if (session !== undefined) this.onClose(watchPeer(session, heartbeat))
  }
  protected override handleUnreadLater(): void {
    handleUnreadStream(this.raw, this.#stream)
  }
  override get isClosed(): boolean {
    return this.#stream.destroyed
  }
  protected override get isComplete(): boolean {
    // Node also emits 'finish' for a stream that was reset before its end.
    return this.isEnded && this.#stream.writableFinished && !this.#stream.aborted
  }
  /** A response without content, such as 204, ends with its head. The handler need not call `reply.raw.end()`. */
  override get isEnded(): boolean {
    return super.isEnded || (this.isBegun && this.isHeadOnly)
  }
  get #stream(): ServerHttp2Stream {
    return (this.rawReply as ServerResponse & { readonly stream: ServerHttp2Stream }).stream
  }
  override get received(): number | null {
    return this.raw.stream?.endAfterHeaders === true ? null : super.received
  }
  override get statusCode(): number {
    return super.statusCode
  }
  /** Refuses 1xx with Fastify's error. Node's setter would throw a different error. */
  override set statusCode(value: number) {
    if (value < 200) throw new errors.FST_ERR_BAD_STATUS_CODE(String(value))
    super.statusCode = value
  }
  override respond(statusCode: number, headers: ReplyHeaders, body: string | Buffer | undefined): void {
    this.checkOwn()
    this.watchBody()
    this.rawReply.writeHead(statusCode, toHead(headers))
    if (body === undefined || body.length <= longestWhole) this.rawReply.end(body)
    else this.#writeInFrames(typeof body === 'string' ? Buffer.from(body) : body)
  }
  protected override sendAlone(statusCode: number, headers: ReplyHeaders, body: string | Buffer): void {
    // A header on Node's response may have made `respond` fail, so these headers are removed.
    this.clearHead()
    this.respond(statusCode, headers, body)
  }
  override abort(): void {
    // Delayed, because Node 24 hangs if a stream is closed in the same turn as two writes to it.
    setImmediate(() => this.#stream.close(internalError))
  }
  /** Calls `callback` here, because `writeEarlyHints` of `node:http2` takes none. */
  override writeEarlyHints(hints: Record<string, string | string[]>, callback?: () => void): void {
    super.writeEarlyHints(hints)
    if (callback !== undefined) process.nextTick(callback)
  }
  override get isLast(): boolean {
    return false
  }
  override forgetPhrase(): void {}

  /** Writes a large body frame by frame. If the client does not read, or cancels, at most one frame is buffered. */
  #writeInFrames(bytes: Buffer): void {
    const { rawReply } = this
    let offset = 0
    const writeNext = () => {
      while (offset < bytes.length - frameSize) {
        if (rawReply.destroyed || rawReply.writableEnded) return
        const frame = bytes.subarray(offset, offset + frameSize)
        offset += frameSize
        if (!rawReply.write(frame)) return void rawReply.once('drain', writeNext)
      }
      rawReply.end(bytes.subarray(offset))
    }
    writeNext()
  }
}
