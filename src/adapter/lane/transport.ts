/**
 * A transport for a request that espalier has read without Node's parser. Reading the request and writing a response in one piece need none of Node's
 * objects.
 *
 * Node's request and response are created only if needed. For a streamed response or a slow client, Node's server takes over the connection
 * (`Connection.rereadByNode`), and uses the same two objects.
 */
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type BodyCallback, emptyBody, readStream, tooLarge } from '../../http/body-reader.ts'
import type { ReplyHeaders } from '../../http/headers.ts'
import type { SingleField } from '../../http/transport.ts'
import { DetachedTransport } from '../detached-transport.ts'
import { hasBody, renderHead, renderStored } from '../head.ts'
import { publishStockCause } from '../stock/cause.ts'
import { type Raw, StockTransport } from '../stock/transport.ts'
import type { Messages } from './capture-request.ts'
import { abandonBuffer, measure, takeEncoded, writesDirectly } from './encoded.ts'
import { EndListeners } from './end-listeners.ts'
import { endBody, recreateObjects } from './ended-exchange.ts'
import { toHeaders } from './fields.ts'
import { NodeObjects } from './node-objects.ts'
import type { Message } from './read.ts'
import { addFields } from './response.ts'

const listenerCause = "a listener of 'request'"

export interface Connection {
  readonly server: Server
  readonly socket: Socket
  /** Whether the turn of the event loop in which the message arrived is still running. */
  readonly isArrivalTurn: boolean
  /** Gives the connection to Node's server. @param unread how many bytes of the body the parser gets only after the app's listener has returned */
  rereadByNode(unread: number): void
  /** Permits the next request on the connection. @param isLast whether the connection is closed instead */
  release(isLast?: boolean): void
}

export class LaneTransport extends DetachedTransport {
  readonly #connection: Connection
  readonly #message: Message
  /** The head that was sent; empty before. */
  #head = ''
  /** True until the operating system has accepted the whole response. */
  #isSending = false
  #endListeners: EndListeners | null = null
  /** Node's request and response. `null` before they are needed, and again once Node's server uses them. */
  #objects: NodeObjects | null = null

  constructor(connection: Connection, message: Message) {
    super(message.method, message.target)
    this.#connection = connection
    this.#message = message
  }

  protected get pairs(): readonly string[] {
    return this.#message.fields.pairs
  }
  protected readHeaders(): IncomingHttpHeaders {
    return toHeaders(this.#message.fields.pairs)
  }
  override get host(): string {
    return this.#message.fields.host
  }
  get socket(): Socket {
    return this.#connection.socket
  }
  override readField(name: SingleField): string | undefined {
    if (this.raw !== null) return this.raw.headers[name]
    if (this.fields !== null) return this.fields[name]
    if (name === 'content-type') return this.#message.fields.contentType
    return name === 'content-length' ? this.#message.fields.contentLength : undefined
  }
  override readBody(limit: number, callback: BodyCallback): void {
    if (this.node === null && this.raw !== null) return readStream(this.raw, limit, callback)
    if (this.node !== null || this.isBodyTaken) return this.stock.readBody(limit, callback)
    this.isBodyTaken = true
    const { body, length } = this.#message
    if (length > limit) callback(tooLarge(limit), emptyBody)
    else callback(null, body)
  }

  get isClosed(): boolean {
    if (this.node !== null) return this.node.isClosed
    return this.isAnswered && this.#ensureEndListeners().isClosed
  }
  get isLost(): boolean {
    return this.node === null ? this.#endListeners?.isLost === true : this.node.isLost
  }
  respond(statusCode: number, headers: ReplyHeaders, body: string | Buffer | undefined): void {
    const objects = this.node === null ? null : this.#objects
    if (this.node !== null && !this.#isUnmodified) return this.node.respond(statusCode, headers, body)
    const isKnown = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
    const sends = hasBody(this, statusCode)
    // A second response must not reach the connection: the client would take it for the response to its next request.
    const mayWrite = isKnown && !this.isAnswered && this.socket.writable
    const head = mayWrite ? this.#render(objects, statusCode, headers, sends) : null
    if (head === null) {
      publishStockCause(this, 'response', 'what only Node writes')
      return this.stock.respond(statusCode, headers, body)
    }
    const content = sends && body !== undefined ? body : ''
    if (objects !== null) return objects.writeDirectly(statusCode, head, () => this.#write(head, content))
    this.status = statusCode
    this.#head = head
    this.isAnswered = true
    let isLost = true
    try {
      this.#write(head, content)
      isLost = false
    } finally {
      this.#connection.release()
      // `write` may throw after the head was sent, such as for a Buffer with a replaced `length`. Node closes the connection in that case, too.
      if (isLost) this.socket.destroy()
      if (!this.#isSending) this.#notifyEnd(isLost)
    }
  }
  #notifyEnd(isLost: boolean): void {
    const objects = this.#objects
    if (objects !== null) process.nextTick(() => objects.endRequest(isLost))
    this.#endListeners?.notify(isLost)
  }
  #render(objects: NodeObjects | null, statusCode: number, headers: ReplyHeaders, sends: boolean): string | null {
    const { keepAliveTimeout } = this.#connection.server
    const set = objects?.fields ?? null
    if (objects === null || set === null) return renderHead(statusCode, headers, sends, keepAliveTimeout)
    addFields(set, headers)
    return renderStored(statusCode, set, sends, keepAliveTimeout)
  }
  get #isUnmodified(): boolean {
    return this.#objects !== null && this.#objects.rawReply === this.node?.response && this.#objects.isUnmodified
  }
  override byteLengthOf(text: string): number {
    return this.node === null ? measure(text) : this.node.byteLengthOf(text)
  }
  #write(head: string, body: string | Buffer): void {
    const { socket } = this
    const bytes = typeof body === 'string' && writesDirectly(socket) ? takeEncoded(head, body) : null
    // TLS encrypts after `write` has returned. So only the callback of `write` shows that the bytes were sent.
    const isLater = 'encrypted' in socket
    const notifies = this.node === null
    const callback = isLater && notifies ? this.#toSent() : undefined
    if (bytes !== null) socket.write(bytes, callback)
    else if (typeof body !== 'string') {
      socket.cork()
      socket.write(head, 'latin1')
      socket.write(body, callback)
      socket.uncork()
    } else if (body === '') socket.write(head, 'latin1', callback)
    else socket.write(head + body, callback)
    this.#isSending = socket.writableLength > 0
    if (!this.#isSending) return
    if (bytes !== null) abandonBuffer()
    if (!isLater && notifies) socket.write('', 'latin1', this.#toSent())
  }
  /** Returns the callback of the last `write`. Node reports no error if the socket was destroyed while it buffered, so that is checked here. */
  #toSent(): (error?: Error | null) => void {
    return (error) => {
      const isLost = this.#isSending && ((error ?? null) !== null || this.socket.destroyed)
      this.#isSending = false
      if (isLost) this.#endListeners ??= new EndListeners()
      this.#notifyEnd(isLost)
    }
  }

  onFinished(callback: (error: Error | null) => void): void {
    if (this.node !== null) this.node.onFinished(callback)
    else if (this.isAnswered && !this.#isSending) process.nextTick(callback, null)
    else this.#ensureEndListeners().onDone(callback)
  }
  onClose(callback: () => void): () => void {
    return this.node === null ? this.#ensureEndListeners().onClose(callback) : this.node.onClose(callback)
  }
  override onAbort(callback: () => void): void {
    if (this.node !== null) this.node.onAbort(callback)
    else if (!this.isAnswered || this.#isSending) this.#ensureEndListeners().onAbort(callback)
  }
  #ensureEndListeners(): EndListeners {
    this.#endListeners ??= new EndListeners()
    if (this.isAnswered && !this.#isSending) this.#endListeners.notify(false)
    return this.#endListeners
  }

  /** Lets Node's server finish the response, because another message has arrived or the connection is about to fail. */
  handToNode(): void {
    void this.stock
    const objects = this.#objects as NodeObjects
    this.#objects = null
    objects.handToServer(() => this.#connection.rereadByNode(this.isBodyTaken ? 0 : this.#message.length))
  }
  drain(): void {
    this.#objects?.drain()
  }

  /** Node's request and response, for other 'request' listeners of the server. */
  get messages(): Messages {
    const { raw, response } = this.stock
    publishStockCause(raw, 'request', listenerCause)
    publishStockCause(this.stock, 'response', listenerCause)
    return { raw, rawReply: response as ServerResponse }
  }
  protected override exposeRequestOnly(cause: string): Raw | null {
    if (this.node !== null) return null
    if (this.raw === null && !this.isAnswered) this.raw = this.#createObjects().raw as Raw
    if (this.raw !== null) publishStockCause(this.raw, 'request', cause)
    return this.raw
  }
  protected continueOnStock(): StockTransport {
    const { raw, rawReply } = this.#objects ?? this.#createObjects()
    const node = new StockTransport(raw, rawReply)
    node.statusCode = this.status
    this.#endListeners?.moveTo(node)
    return node
  }
  #createObjects(): NodeObjects {
    const { server, isArrivalTurn } = this.#connection
    const isWhole = this.isBodyTaken || !isArrivalTurn
    const objects = new NodeObjects(server, this.socket, this.#message, isWhole, (isLast) => {
      this.#objects = null
      this.#connection.release(isLast)
    })
    this.#objects = objects
    this.#restoreState(objects.raw)
    return objects
  }
  /** Gives the request stream its body one turn after the message arrived, as in Node. */
  deliverBody(): void {
    this.#objects?.deliverBody()
  }
  protected recreateStock(): StockTransport {
    const { server } = this.#connection
    const { raw, rawReply } = recreateObjects(server, this.socket, this.#message, this.status, this.#head)
    if (this.raw === null) this.#restoreState(raw)
    else Object.assign(rawReply, { req: this.raw })
    return new StockTransport(this.raw ?? raw, rawReply)
  }
  /** Applies to Node's request the changes that the app has made so far. */
  #restoreState(raw: IncomingMessage): void {
    if (this.fields !== null) raw.headers = this.fields
    if (this.targetBefore !== undefined) Object.assign(raw, { originalUrl: this.targetBefore })
    if (raw.url !== this.target) raw.url = this.target
    if (this.isBodyTaken) endBody(raw)
  }
}
