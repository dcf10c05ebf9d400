/** A transport on the compatibility API of `node:http2`. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import type { Readable } from 'node:stream'
import { errors } from '../../error/error.ts'
import type { ReplyHeaders } from '../../http/headers.ts'
import { toHead } from '../field-cache.ts'
import { IndependentTransport } from '../stock/independent-transport.ts'
import { watchPeer } from './peer-watch.ts'
import { isShared } from './shared-response.ts'
import { handleUnreadStream } from './unread-body.ts'

/** The error code INTERNAL_ERROR (RFC 9113 §7). Without an error code, the client would take a truncated response for a complete one. */
const internalError = 2

const frameSize = 64 * 1024
/** Bodies up to this `length` fit into one frame: UTF-8 has at most three bytes for each UTF-16 code unit of a string. */
const longestWhole = frameSize / 3

export class Http2Transport extends IndependentTransport {
  /** Whether other code may have read Node's request, or changed Node's response. */
  #isShared: boolean
  #isOnStream = false
  readonly #session: ServerHttp2Session | undefined

  constructor(raw: IncomingMessage, rawReply: ServerResponse) {
    super(raw, rawReply)
    this.#session = this.raw.stream?.session
    this.#isShared = isShared(rawReply, this.#session)
  }
  override watchPeer(heartbeat: number): void {
    if (this.#session !== undefined) this.onClose(watchPeer(this.#session, heartbeat))
  }
  protected override handleUnreadLater(): void {
    handleUnreadStream(this.raw, this.#stream)
  }
  override get isClosed(): boolean {
    return this.#stream.destroyed
  }
  protected override get isComplete(): boolean {
    const { writableFinished, aborted } = this.#stream
    // Node also emits 'finish' for a stream that was reset before its end.
    return this.isEnded && !aborted && (writableFinished || this.#isSentWhole)
  }
  /** If the app has read the request behind the response, Node closes the stream with the last frame, before it counts it as finished. */
  get #isSentWhole(): boolean {
    const isReadBehind = this.#isOnStream && this.#isShared
    const { closed, rstCode } = this.#stream
    return isReadBehind && closed && rstCode === 0 && this.#session?.destroyed === false
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
    this.watchBody()
    const head = toHead(headers)
    const length = body?.length ?? 0
    if (body && length > 0 && length <= longestWhole && this.#mayRespondOnStream(statusCode))
      return this.#respondOnStream(statusCode, head, body)
    this.checkOwn()
    this.rawReply.writeHead(statusCode, head)
    if (body === undefined || length <= longestWhole) this.rawReply.end(body)
    else this.#writeInFrames(typeof body === 'string' ? Buffer.from(body) : body)
  }
  /** Not for a request that has a body, or that other code reads. A reset by its client would look like the end of the response. */
  #mayRespondOnStream(statusCode: number): boolean {
    const { closed, destroyed, endAfterHeaders } = this.#stream
    const isOpen = !destroyed && !closed
    return endAfterHeaders && isOpen && !this.#isShared && !this.isHeadOnly && this.statusCode === statusCode
  }
  /** Skips Node's `writeHead` and `write`, which wait for trailers and send a frame for the end: an eighth of the cost of a request. */
  #respondOnStream(statusCode: number, head: OutgoingHttpHeaders, body: string | Buffer): void {
    const { rawReply } = this
    const stream = this.#stream
    this.#isOnStream = true
    // The response keeps the fields for hooks that read them later.
    for (const name in head) rawReply.setHeader(name, head[name] as string)
    // `getHeaders` returns a copy.
    stream.respond(Object.assign(rawReply.getHeaders(), { ':status': statusCode }))
    stream.end(body)
    rawReply.end()
  }
  override get body(): Readable {
    this.#isShared = true
    return super.body
  }
  override get request(): IncomingMessage {
    this.#isShared = true
    return super.request
  }
  override set request(value: IncomingMessage) {
    this.#isShared = true
    super.request = value
  }
  override get response(): ServerResponse | null {
    return this.#isShared ? this.rawReply : null
  }
  override set response(value: ServerResponse) {
    this.#isShared = true
    this.rawReply = value
  }
  override exposeResponse(): ServerResponse {
    this.#isShared = true
    return super.exposeResponse()
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
