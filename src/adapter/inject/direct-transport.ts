/**
 * Runs an `inject` call without sockets and without Node's request and response. If a plugin needs Node's objects, such as `request.raw`,
 * light-my-request creates them, and they complete the call.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type BodyCallback, emptyBody, tooLarge } from '../../http/body-reader.ts'
import { checkField, trimReceived } from '../../http/field.ts'
import type { ReplyHeaders } from '../../http/headers.ts'
import type { Peer } from '../../http/transport.ts'
import { DetachedTransport } from '../detached-transport.ts'
import { hasBody, needsNodeWriter, utcDate } from '../head.ts'
import type { Call } from './call.ts'
import { type InjectCallback, type InjectedRequest, loadEngine } from './engine.ts'
import { LightMyRequestTransport } from './light-my-request-transport.ts'
import { createResult, type Messages } from './result.ts'

type Finished = (error: Error | null) => void

const ignore = (): void => {}

export class DirectTransport extends DetachedTransport {
  readonly #call: Call
  readonly #settle: InjectCallback
  readonly #received: { headers: Record<string, string>; rawHeaders: string[] }
  #socket: Peer | null = null
  #finishedCallbacks: Finished[] | null = null
  #sentHeaders: ReplyHeaders = {}
  #sentBody: string | Buffer | undefined

  constructor(call: Call, settle: InjectCallback) {
    super(call.method, call.url)
    this.#call = call
    this.#settle = settle
    this.#received = { headers: call.headers, rawHeaders: Object.entries(call.headers).flat() }
    trimReceived(this.#received)
  }

  protected get pairs(): readonly string[] {
    return this.#received.rawHeaders
  }
  protected readHeaders(): IncomingHttpHeaders {
    return this.#received.headers
  }
  get socket(): Peer {
    if (this.node !== null) return this.node.socket
    const { Socket } = loadEngine()
    this.#socket ??= new Socket(this.#call.remoteAddress)
    return this.#socket
  }
  override watchPeer(): void {}
  /** Calls back after as many ticks as a stream would need, so that parallel `inject` calls complete in the order of their start. */
  override readBody(limit: number, callback: BodyCallback): void {
    if (this.node !== null || this.isBodyTaken) return this.stock.readBody(limit, callback)
    this.isBodyTaken = true
    const { payload } = this.#call
    const body = typeof payload === 'string' ? Buffer.from(payload) : (payload ?? emptyBody)
    const read = () => (body.length > limit ? callback(tooLarge(limit), emptyBody) : callback(null, body))
    process.nextTick(setImmediate, read)
  }

  get isClosed(): boolean {
    return this.node === null ? this.isAnswered : this.node.isClosed
  }
  get isLost(): boolean {
    return this.node?.isLost === true
  }
  respond(statusCode: number, headers: ReplyHeaders, body: string | Buffer | undefined): void {
    if (this.node !== null) return this.node.respond(statusCode, headers, body)
    if (!this.isAnswered && this.#settleBy(statusCode, headers, body)) return
    this.stock.respond(statusCode, headers, body)
  }
  /** Returns false if the head needs Node's own writer. */
  #settleBy(statusCode: number, given: ReplyHeaders, body: string | Buffer | undefined): boolean {
    const sends = hasBody(this, statusCode)
    const headers = statusCode < 200 || (sends && given['content-length'] === undefined) ? null : toHeaders(given)
    if (headers === null) return false
    Object.assign(headers, { date: utcDate(), connection: 'keep-alive' })
    // Node truncates a fractional status as well.
    this.status = Math.trunc(statusCode)
    this.isAnswered = true
    this.#sentHeaders = given
    this.#sentBody = body
    const result = createResult(this.status, headers, sends ? body : undefined, () => this.#messages())
    process.nextTick(this.#settle, null, result)
    for (const callback of this.#finishedCallbacks ?? []) callback(null)
    return true
  }
  #messages(): Messages {
    const { request, response } = this.stock
    return { req: request, res: response as Messages['res'] }
  }

  onFinished(callback: Finished): void {
    if (this.node !== null) return this.node.onFinished(callback)
    if (this.isAnswered) return process.nextTick(callback, null)
    this.#finishedCallbacks ??= []
    this.#finishedCallbacks.push(callback)
  }
  onClose(callback: () => void): () => void {
    return this.stock.onClose(callback)
  }
  onAbort(callback: () => void): void {
    this.stock.onAbort(callback)
  }

  protected continueOnStock(): LightMyRequestTransport {
    const node = this.#makeNode(this.#settle)
    node.statusCode = this.status
    for (const callback of this.#finishedCallbacks ?? []) node.onFinished(callback)
    return node
  }
  protected recreateStock(): LightMyRequestTransport {
    const node = this.#makeNode(ignore)
    node.respond(this.status, this.#sentHeaders, this.#sentBody)
    return node
  }
  #makeNode(settle: InjectCallback): LightMyRequestTransport {
    const { Request, Response } = loadEngine()
    const { payload, remoteAddress } = this.#call
    const { headers, rawHeaders } = this.#received
    const raw = new Request({ url: '/', payload, remoteAddress })
    const own = { url: this.target, method: this.method, headers: this.fields ?? headers, rawHeaders }
    Object.assign(raw, own, this.#socket !== null && { socket: this.#socket })
    if (this.targetBefore !== undefined) Object.assign(raw, { originalUrl: this.targetBefore })
    if (this.isBodyTaken) endBody(raw)
    const rawReply = new Response(raw, settle)
    // In light-my-request, too, destroying the request destroys the response.
    raw.once('error', (error) => void (raw.destroyed && rawReply.destroy(error)))
    raw.once('close', () => void (raw.destroyed && !raw._error && rawReply.destroy()))
    return new LightMyRequestTransport(raw as IncomingMessage, rawReply)
  }
}

/** Marks the request stream as ended, because the body was already read. */
function endBody({ _lightMyRequest, _readableState }: InjectedRequest): void {
  _lightMyRequest.isDone = true
  _readableState.ended = _readableState.endEmitted = true
}

/** Returns `null` if Node would refuse a header or handle it specially. */
function toHeaders(given: ReplyHeaders): Record<string, string | string[]> | null {
  const headers: Record<string, string | string[]> = {}
  try {
    for (const name in given) {
      if (needsNodeWriter(name)) return null
      headers[name.toLowerCase()] = checkField(name, given[name])
    }
  } catch {
    return null
  }
  return headers
}
