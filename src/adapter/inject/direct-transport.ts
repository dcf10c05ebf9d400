/**
 * The transport of a direct call of `inject`: the request body is in memory, and the response is kept without a stream. If Node's objects are needed,
 * the call continues with the request and response of light-my-request.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type BodyCallback, joinChunks, tooLarge } from '../../http/body-reader.ts'
import { checkField, trimReceived } from '../../http/field.ts'
import type { ReplyHeaders } from '../../http/headers.ts'
import type { Peer } from '../../http/transport.ts'
import { DetachedTransport } from '../detached-transport.ts'
import { hasBody, needsNodeWriter, utcDate } from '../head.ts'
import type { Call } from './call.ts'
import { type InjectedRequest, loadEngine } from './engine.ts'
import { LightMyRequestTransport } from './light-my-request-transport.ts'
import { createResult, type Messages } from './result.ts'

/** Receives the result of a call: by the two functions of a promise, or without `reject` by the callback `resolve(error, result)`. */
export interface Settle {
  readonly resolve: (...outcome: unknown[]) => void
  readonly reject: ((error: unknown) => void) | undefined
}

type Finished = (error: Error | null) => void

interface Answer {
  readonly headers: ReplyHeaders
  readonly body: string | Buffer | undefined
}

const ignore = (): void => {}

export class DirectTransport extends DetachedTransport {
  readonly #call: Call
  readonly #settle: Settle
  readonly #received: { headers: Record<string, string>; rawHeaders: string[] }
  #socket: Peer | null = null
  #finishedCallbacks: Finished[] | null = null
  #answer: Answer | null = null

  constructor(call: Call, settle: Settle) {
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
  /** A fake socket that emits events and has no connection. Made when it is first read. */
  get socket(): Peer {
    if (this.node !== null) return this.node.socket
    const { Socket } = loadEngine()
    this.#socket ??= new Socket(this.#call.remoteAddress)
    return this.#socket
  }
  override watchPeer(): void {}
  /** Calls back in the turn in which a stream of the body would end. So calls complete in the order in which they were made. */
  override readBody(limit: number, callback: BodyCallback): void {
    if (this.node !== null || this.isBodyTaken) return this.stock.readBody(limit, callback)
    this.isBodyTaken = true
    const { payload } = this.#call
    const body = typeof payload === 'string' ? Buffer.from(payload) : (payload ?? joinChunks(null, 0))
    const read = () => (body.length > limit ? callback(tooLarge(limit), joinChunks(null, 0)) : callback(null, body))
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
  /** Completes the call. Returns false if only Node's own writer produces the correct head. */
  #settleBy(statusCode: number, given: ReplyHeaders, body: string | Buffer | undefined): boolean {
    const sends = hasBody(this, statusCode)
    const headers = statusCode < 200 || (sends && given['content-length'] === undefined) ? null : toHeaders(given)
    if (headers === null) return false
    Object.assign(headers, { date: utcDate(), connection: 'keep-alive' })
    // Node also truncates a fractional status.
    this.status = Math.trunc(statusCode)
    this.isAnswered = true
    this.#answer = { headers: given, body }
    const answer = { statusCode: this.status, headers, body: sends ? body : undefined }
    const result = createResult(answer, () => this.#messages())
    const { resolve, reject } = this.#settle
    if (reject === undefined) process.nextTick(resolve, null, result)
    else process.nextTick(resolve, result)
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
    const { resolve, reject } = this.#settle
    const node = this.#makeNode(resolve, reject)
    node.statusCode = this.status
    for (const callback of this.#finishedCallbacks ?? []) node.onFinished(callback)
    return node
  }
  protected recreateStock(): LightMyRequestTransport {
    const { body, headers } = this.#answer as Answer
    // `inject` has already returned its result. So Node's objects get callbacks that do nothing.
    const node = this.#makeNode(ignore, ignore)
    node.respond(this.status, headers, body)
    return node
  }
  #makeNode(resolve: unknown, reject: unknown): LightMyRequestTransport {
    const { Request, Response } = loadEngine()
    const { payload, remoteAddress } = this.#call
    const { headers, rawHeaders } = this.#received
    const raw = new Request({ url: '/', payload, remoteAddress })
    const own = { url: this.target, method: this.method, headers: this.fields ?? headers, rawHeaders }
    Object.assign(raw, own, this.#socket !== null && { socket: this.#socket })
    if (this.targetBefore !== undefined) Object.assign(raw, { originalUrl: this.targetBefore })
    if (this.isBodyTaken) endBody(raw)
    const rawReply = new Response(raw, resolve, reject)
    // If the request is destroyed or fails, the response is destroyed, too.
    raw.once('error', (error) => void (raw.destroyed && rawReply.destroy(error)))
    raw.once('close', () => void (raw.destroyed && !raw._error && rawReply.destroy()))
    return new LightMyRequestTransport(raw as IncomingMessage, rawReply)
  }
}

/** Brings a request into the state after its body was read. */
function endBody({ _lightMyRequest, _readableState }: InjectedRequest): void {
  _lightMyRequest.isDone = true
  _readableState.ended = _readableState.endEmitted = true
}

/** Copies headers. Returns `null` if Node treats a header specially, or would refuse a header. */
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
