/**
 * A base class for transports that create Node's `IncomingMessage` and `ServerResponse` only if needed, such as when a plugin reads `request.raw`.
 * From then on, a `StockTransport` on Node's objects does the work.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Readable, Writable } from 'node:stream'
import type { ReplyHeaders } from '../http/headers.ts'
import { Transport } from '../http/transport.ts'
import type { Raw, StockTransport } from './stock/transport.ts'

export abstract class DetachedTransport extends Transport {
  readonly method: string
  protected node: StockTransport | null = null
  /** Node's request. It may be created before the response, and so before `node`. */
  protected raw: Raw | null = null
  protected endedStock: StockTransport | null = null
  protected isAnswered = false
  protected isBodyTaken = false
  protected target: string
  protected targetBefore: string | undefined = undefined
  protected fields: IncomingHttpHeaders | null = null
  protected status = 200

  constructor(method: string, target: string) {
    super()
    this.method = method
    this.target = target
  }

  protected abstract readonly pairs: readonly string[]
  protected abstract readHeaders(): IncomingHttpHeaders
  /** Creates Node's request and response while the handler still runs, in the state that they would have by now. */
  protected abstract continueOnStock(): StockTransport
  /** Creates Node's request and response after the end of the response, in the state in which Node would have left them. */
  protected abstract recreateStock(): StockTransport

  get url(): string {
    return this.raw === null ? this.target : this.raw.url
  }
  set url(value: string) {
    if (this.raw === null) this.target = value
    else this.raw.url = value
  }
  get originalUrl(): string | undefined {
    return this.raw === null ? this.targetBefore : this.raw.originalUrl
  }
  set originalUrl(value: string) {
    if (this.raw === null) this.targetBefore = value
    else this.raw.originalUrl = value
  }
  get version(): number {
    return 1.1
  }
  get headers(): IncomingHttpHeaders {
    if (this.raw !== null) return this.raw.headers
    this.fields ??= this.readHeaders()
    return this.fields
  }
  override get rawHeaders(): readonly string[] | undefined {
    return this.raw === null ? this.pairs : this.raw.rawHeaders
  }
  get isAborted(): boolean {
    return this.raw?.aborted === true
  }
  override get received(): number | null {
    return this.node === null ? null : this.node.received
  }
  get statusCode(): number {
    return this.node === null ? this.status : this.node.statusCode
  }
  set statusCode(value: number) {
    if (this.node === null) this.status = value
    else this.node.statusCode = value
  }
  get isBegun(): boolean {
    return this.node === null ? this.isAnswered : this.node.isBegun
  }
  get isEnded(): boolean {
    return this.node === null ? this.isAnswered : this.node.isEnded
  }
  override get isLast(): boolean {
    return this.node === null || this.node.isLast
  }
  override forgetPhrase(): void {
    this.node?.forgetPhrase()
  }
  protected override sendAlone(statusCode: number, headers: ReplyHeaders, body: string | Buffer): void {
    if (this.node === null) this.respond(statusCode, headers, body)
    else this.node.respondAlone(statusCode, headers, body)
  }
  override get expectsContinue(): boolean {
    return this.node?.expectsContinue === true
  }
  override sendContinue(): void {
    this.node?.sendContinue()
  }

  protected get stock(): StockTransport {
    if (this.node !== null) return this.node
    if (this.isAnswered) {
      this.endedStock ??= this.recreateStock()
      return this.endedStock
    }
    this.node = this.continueOnStock()
    this.raw = this.node.raw
    return this.node
  }
  /** Creates Node's request without the response. Returns `null` if a subclass can only create both. */
  protected exposeRequestOnly(_cause: string): Raw | null {
    return null
  }
  override watchPeer(heartbeat: number): void {
    this.stock.watchPeer(heartbeat)
  }
  get body(): Readable {
    return this.exposeRequestOnly('its body as a stream') ?? this.stock.body
  }
  open(): Writable {
    return this.stock.open()
  }
  setHead(statusCode: number, headers: ReplyHeaders): void {
    this.stock.setHead(statusCode, headers)
  }
  override addTrailers(fields: Record<string, string>): void {
    this.stock.addTrailers(fields)
  }
  abort(error?: Error): void {
    this.stock.abort(error)
  }
  override writeEarlyHints(hints: Record<string, string | string[]>, callback?: () => void): void {
    this.stock.writeEarlyHints(hints, callback)
  }
  override onTimeout(callback: () => void): () => void {
    return this.stock.onTimeout(callback)
  }
  override get request(): IncomingMessage {
    return this.exposeRequestOnly('request.raw') ?? this.stock.request
  }
  override set request(value: IncomingMessage) {
    this.stock.request = value
    this.raw = value as Raw
  }
  override exposeRequest(): IncomingMessage {
    return this.request
  }
  override get response(): ServerResponse | null {
    return (this.node ?? this.endedStock)?.response ?? null
  }
  override set response(value: ServerResponse) {
    this.stock.response = value
  }
  override exposeResponse(): ServerResponse {
    return this.stock.exposeResponse()
  }
}
