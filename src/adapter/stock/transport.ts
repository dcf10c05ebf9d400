/** The transport on Node's `IncomingMessage` and `ServerResponse` for HTTP/1. Other transports on Node's objects extend it. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { type BodyCallback, readStream } from '../../http/body-reader.ts'
import type { ReplyHeaders } from '../../http/headers.ts'
import { Transport } from '../../http/transport.ts'
import { STATUS_CODES } from '../../node-http.ts'
import { toHead } from '../field-cache.ts'
import { publishStockCause } from './cause.ts'
import { deferInterims, guardInterims } from './interim.ts'
import { expectsContinue, sendContinue } from './send-continue.ts'
import { handleUnreadBody } from './unread-body.ts'
import { isUpgraded } from './upgraded-request.ts'

/** In milliseconds: the time that TCP keep-alive needs to find a dead peer. Each heartbeat restarts it (RFC 9293 §3.8.4). */
const probeTime = 11_000

/** In milliseconds: `MAX_TCP_KEEPIDLE` of Linux. Linux ignores longer times, and would begin to probe only after two hours. */
const longestIdle = 32_767_000

/** On a server, Node always sets `method` and `url`, which the type `IncomingMessage` marks as optional. */
export type Raw = IncomingMessage & {
  method: string
  url: string
  originalUrl?: string
  readonly stream?: { readonly endAfterHeaders?: boolean; readonly session?: ServerHttp2Session }
}

export class StockTransport extends Transport {
  raw: Raw
  protected rawReply: ServerResponse

  #isBodyWatched = false

  constructor(raw: IncomingMessage, rawReply: ServerResponse) {
    super()
    this.raw = raw as Raw
    this.rawReply = rawReply
  }

  get method(): string {
    return this.raw.method
  }
  get url(): string {
    return this.raw.url
  }
  set url(value: string) {
    this.raw.url = value
  }
  get originalUrl(): string | undefined {
    return this.raw.originalUrl
  }
  set originalUrl(value: string) {
    this.raw.originalUrl = value
  }
  get version(): number {
    const { httpVersionMajor, httpVersionMinor } = this.raw
    return httpVersionMajor === 1 && httpVersionMinor > 0 ? 1.1 : httpVersionMajor
  }
  get headers(): IncomingHttpHeaders {
    return this.raw.headers
  }
  override get rawHeaders(): readonly string[] | undefined {
    return this.raw.rawHeaders
  }
  override get isUpgraded(): boolean {
    return isUpgraded(this.raw, this.rawReply)
  }
  get socket(): Socket {
    return this.raw.socket
  }
  override watchPeer(heartbeat: number): void {
    // A mock socket in a test may lack `setKeepAlive`.
    this.socket.setKeepAlive?.(true, Math.min(Math.max(heartbeat - probeTime, 1000), longestIdle))
  }
  get isAborted(): boolean {
    return this.raw.aborted
  }
  override readBody(limit: number, callback: BodyCallback): void {
    this.watchBody()
    readStream(this.raw, limit, callback)
  }
  get body(): Readable {
    publishStockCause(this.raw, 'request', 'its body as a stream')
    this.watchBody()
    return this.raw
  }
  /** Once the response is complete, an unread rest of the body is dropped (`unread-body.ts`). */
  protected watchBody(): void {
    if (this.#isBodyWatched || this.raw.complete !== false) return
    this.#isBodyWatched = true
    this.handleUnreadLater()
  }
  protected handleUnreadLater(): void {
    const { socket } = this.raw
    this.onClose(() => handleUnreadBody(this.raw, socket, this.unreadLimit))
  }
  override get received(): number | null {
    return this.raw.complete === false ? this.raw.socket.bytesRead : null
  }

  get statusCode(): number {
    return this.rawReply.statusCode
  }
  set statusCode(value: number) {
    this.rawReply.statusCode = value
  }
  get isBegun(): boolean {
    return this.rawReply.headersSent
  }
  get isEnded(): boolean {
    return this.rawReply.writableEnded === true
  }
  get isClosed(): boolean {
    return this.rawReply.destroyed
  }
  get isLost(): boolean {
    return !this.isComplete && (this.isClosed || (this.awaitsTurn && this.raw.socket?.destroyed === true))
  }
  /** On a lost connection Node may also emit 'finish', but the response then keeps its socket. */
  protected get isComplete(): boolean {
    return this.rawReply.writableFinished && this.rawReply.socket === null
  }
  /** A pipelined response gets its socket when the earlier ones are complete. Until then, Node does not close it with the connection. */
  protected get awaitsTurn(): boolean {
    return this.rawReply.socket === null
  }
  respond(statusCode: number, headers: ReplyHeaders, body: string | Buffer | undefined): void {
    this.watchBody()
    this.rawReply.writeHead(statusCode, toHead(headers))
    if (body === undefined) this.rawReply.end()
    else this.rawReply.end(body)
  }
  protected override sendAlone(statusCode: number, headers: ReplyHeaders, body: string | Buffer): void {
    this.clearHead()
    this.rawReply.writeHead(statusCode, STATUS_CODES[statusCode], toHead(headers)).end(body)
  }
  protected clearHead(): void {
    for (const name of this.rawReply.getHeaderNames()) this.rawReply.removeHeader(name)
  }
  open(): Writable {
    publishStockCause(this, 'response', 'a streamed answer')
    this.watchBody()
    return this.rawReply
  }
  setHead(statusCode: number, headers: ReplyHeaders): void {
    this.rawReply.statusCode = statusCode
    for (const [name, value] of Object.entries(toHead(headers))) this.rawReply.setHeader(name, value as string)
  }
  override addTrailers(fields: Record<string, string>): void {
    this.rawReply.addTrailers(fields)
  }
  abort(error?: Error): void {
    this.rawReply.destroy(error)
  }
  override writeEarlyHints(hints: Record<string, string | string[]>, callback?: () => void): void {
    deferInterims(this.rawReply).writeEarlyHints(hints, callback)
  }
  override get isLast(): boolean {
    // Only the last request may close the connection (RFC 9112 §9.3.2). Node keeps the last parsed request in `parser.incoming`.
    const { parser } = this.raw.socket as { parser?: { incoming?: unknown } | null }
    return parser === undefined || parser === null || parser.incoming === this.raw
  }
  override forgetPhrase(): void {
    if (this.rawReply.statusMessage) this.rawReply.statusMessage = ''
  }

  onFinished(callback: (error: Error | null) => void): void {
    const { rawReply } = this
    const onEnd = (error?: Error) => {
      rawReply.removeListener('finish', onEnd).removeListener('error', onEnd)
      callback(error ?? null)
    }
    rawReply.on('finish', onEnd).on('error', onEnd)
  }
  onClose(callback: () => void): () => void {
    const { rawReply } = this
    rawReply.once('close', callback)
    return () => void rawReply.removeListener('close', callback)
  }
  onAbort(callback: () => void): void {
    let isReported = false
    const report = () => {
      if (isReported || !this.isLost) return
      isReported = true
      callback()
    }
    this.onClose(report)
    if (this.awaitsTurn && !this.isClosed) this.rawReply.once('socket', this.#listenToSocket('close', report))
  }
  /** Removes the listener limit. Each pipelined request adds listeners to the same socket, and Node would warn of a leak. */
  #listenToSocket(event: string, callback: () => void): () => void {
    const { socket } = this.raw
    socket.setMaxListeners(0)
    socket.on(event, callback)
    return () => void socket.removeListener(event, callback)
  }
  override onTimeout(callback: () => void): () => void {
    return this.#listenToSocket('timeout', callback)
  }
  override get expectsContinue(): boolean {
    return expectsContinue(this.rawReply)
  }
  override sendContinue(): void {
    sendContinue(this.rawReply)
  }

  override get request(): IncomingMessage {
    publishStockCause(this.raw, 'request', 'request.raw')
    this.watchBody()
    return this.raw
  }
  override set request(value: IncomingMessage) {
    this.raw = value as Raw
  }
  override get response(): ServerResponse | null {
    return this.rawReply
  }
  override set response(value: ServerResponse) {
    this.rawReply = value
  }
  override exposeRequest(): IncomingMessage {
    return this.request
  }
  override exposeResponse(): ServerResponse {
    publishStockCause(this, 'response', 'reply.raw')
    this.watchBody()
    return guardInterims(this.rawReply)
  }
}
