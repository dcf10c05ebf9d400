/** The transport on Node's own HTTP/1 classes. The transports for HTTP/2 and for light-my-request extend it. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { type BodyCallback, BodyReader } from '../../http/body-reader.ts'
import { checkField, toHead } from '../../http/field.ts'
import type { ReplyHeaders } from '../../http/headers.ts'
import { Transport } from '../../http/transport.ts'
import { STATUS_CODES } from '../../node-http.ts'
import { publishStockCause } from './cause.ts'
import { deferInterims, guardInterims } from './interim.ts'
import type { Raw } from './raw.ts'
import { expectsContinue, sendContinue } from './send-continue.ts'
import { handleUnreadBody } from './unread-body.ts'
import { isUpgraded } from './upgraded-request.ts'

/**
 * In milliseconds: how long the operating system probes a silent peer, once a second, before it gives up (RFC 9293 §3.8.4). It probes only while no
 * written bytes wait to be acknowledged. The heartbeat of an event stream writes bytes, so probing must end before the next one.
 */
const probeTime = 11_000

/**
 * In milliseconds: the longest idle time that Linux accepts (`MAX_TCP_KEEPIDLE`). A longer time is silently ignored, and probing then begins only
 * after two hours.
 */
const longestIdle = 32_767_000

export class StockTransport extends Transport {
  raw: Raw
  protected rawReply: ServerResponse

  #isBodyWatched = false

  constructor(raw: IncomingMessage, rawReply: ServerResponse) {
    super()
    // Node sets method and target of every request that a server receives.
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
    // A fake socket in a test may lack `setKeepAlive`.
    this.socket.setKeepAlive?.(true, Math.min(Math.max(heartbeat - probeTime, 1000), longestIdle))
  }
  get isAborted(): boolean {
    return this.raw.aborted
  }
  override readBody(limit: number, callback: BodyCallback): void {
    this.watchBody()
    new BodyReader(limit, callback).listenTo(this.raw)
  }
  get body(): Readable {
    publishStockCause(this.raw, 'request', 'its body as a stream')
    this.watchBody()
    return this.raw
  }
  /** If the body has not arrived completely, handles its unread rest when the response is complete (`unread-body.ts`). */
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
  /**
   * Whether the operating system has accepted the last byte. Node detaches a complete response from its socket. On a lost connection Node may emit
   * 'finish', but does not detach the response.
   */
  protected get isComplete(): boolean {
    return this.rawReply.writableFinished && this.rawReply.socket === null
  }
  /**
   * Whether the response waits behind earlier responses of its connection. A waiting response has no socket, so Node does not close it with the
   * connection.
   */
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
  /** Validates and converts the fields that the application has set on Node's response, for protocols whose fields Node does not validate. */
  protected checkOwn(): void {
    for (const name of this.rawReply.getHeaderNames())
      this.rawReply.setHeader(name, checkField(name, this.rawReply.getHeader(name)))
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
    // A response may close the connection only if no later request has arrived (RFC 9112 §9.3.2). Node keeps the newest request of a connection in
    // `parser.incoming`, until the response to this request is complete.
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
    if (this.awaitsTurn && !this.isClosed) this.#watchTurn(report)
  }
  /** Reports that the connection was lost before the turn of the response. */
  #watchTurn(report: () => void): void {
    const { raw, rawReply } = this
    const { socket } = raw
    const forget = () => void socket.removeListener('close', report)
    // Each pipelined request adds a listener to the socket, and the client decides how many. So Node's warning of a leak is turned off.
    socket.setMaxListeners(0)
    socket.once('close', report)
    rawReply.once('socket', forget)
  }
  override onTimeout(callback: () => void): () => void {
    const { socket } = this.raw
    // Each pipelined request adds a listener to the socket, and the client decides how many. So Node's warning of a leak is turned off.
    socket.setMaxListeners(0)
    socket.on('timeout', callback)
    return () => void socket.removeListener('timeout', callback)
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
