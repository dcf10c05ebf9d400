/**
 * An exchange of the lane: answered without an object of Node's as long as nobody asks for more than a whole request and a whole answer.
 *
 * Owns: the state of an exchange that Node's server has not seen, and the handing over of one that is more than that. While it runs its connection is
 * given to Node's server (`Connection.join`), which reads the message once more, and the exchange goes on with the objects that the server makes: so
 * every stream, hint, lost client and slow client is Node's to tell. Once it is answered, Node's objects in the state of its end are made for who asks.
 *
 * Who asks for the end of an exchange hears of it on a later turn, as on Node's classes; where nobody does, nothing is kept for it.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type BodyCallback, joinChunks, tooLarge } from '../../http/body-reader.ts'
import type { ReplyHeaders } from '../../http/headers.ts'
import type { SingleField } from '../../http/transport.ts'
import { hasBody, type Persistence, renderUnchecked } from '../head.ts'
import { StockTransport } from '../stock/transport.ts'
import type { Answered } from './answered.ts'
import { isUnseen, leaveEncoded, measure, takeEncoded } from './encoded.ts'
import { Ends } from './ends.ts'
import { toHeaders } from './fields.ts'
import type { Messages } from './joining.ts'
import { JoiningTransport } from './joining-transport.ts'
import type { Fields } from './read.ts'

/** What an exchange needs of its connection. */
export interface Connection {
  readonly socket: Socket
  readonly persistence: Persistence
  /**
   * Has Node read the message of the exchange that runs, on a connection that is Node's from then on.
   *
   * @param size how many bytes of it are read at once: what follows may come behind the app's turn, as with Node
   */
  join(size: number): Messages | null
  /** Makes Node's objects of an exchange that is over. */
  recall(answer: Answered): Messages
  /** Notes that an exchange is over, so that the next one may begin. */
  release(): void
}

/** A message as it was read. */
export interface Message {
  readonly method: string
  readonly target: string
  readonly fields: Fields
  readonly body: Buffer | null
  /** All of it. */
  readonly bytes: Buffer
}

export class LaneTransport extends JoiningTransport {
  readonly #connection: Connection
  readonly #message: Message
  #url: string
  #originalUrl: string | undefined = undefined
  #headers: IncomingHttpHeaders | null = null
  #status = 200
  /** In bytes: the limit under which the body was taken; -1 before. */
  #taken = -1
  /** Where the exchange goes on when it is no longer the lane's alone. */
  #node: StockTransport | null = null
  /** Has Node's objects of an exchange that the lane has answered. */
  #past: StockTransport | null = null
  /** Of the answer, when it has been written. */
  #head: string | null = null
  /** Whether the operating system has not taken all of the answer. */
  #isSending = false
  /** Made for the first who asks. */
  #ends: Ends | null = null

  constructor(connection: Connection, message: Message) {
    super()
    this.#connection = connection
    this.#message = message
    this.#url = message.target
  }

  get method(): string {
    return this.#message.method
  }
  get url(): string {
    return this.#node === null ? this.#url : this.#node.url
  }
  set url(value: string) {
    if (this.#node === null) this.#url = value
    else this.#node.url = value
  }
  get originalUrl(): string | undefined {
    return this.#node === null ? this.#originalUrl : this.#node.originalUrl
  }
  set originalUrl(value: string) {
    if (this.#node === null) this.#originalUrl = value
    else this.#node.originalUrl = value
  }
  get version(): number {
    return 1.1
  }
  get headers(): IncomingHttpHeaders {
    if (this.#node !== null) return this.#node.headers
    this.#headers ??= toHeaders(this.#message.fields.pairs)
    return this.#headers
  }
  override get rawHeaders(): readonly string[] | undefined {
    return this.#node === null ? this.#message.fields.pairs : this.#node.rawHeaders
  }
  override get host(): string {
    return this.#message.fields.host
  }
  get socket(): Socket {
    return this.#connection.socket
  }
  get isAborted(): boolean {
    return this.#node?.isAborted === true
  }
  override readField(name: SingleField): string | undefined {
    if (this.#node !== null) return this.#node.readField(name)
    if (this.#headers !== null) return this.#headers[name]
    if (name === 'content-type') return this.#message.fields.contentType
    return name === 'content-length' ? this.#message.fields.contentLength : undefined
  }
  override readBody(limit: number, callback: BodyCallback): void {
    if (this.#node !== null || this.#taken >= 0) return this.joined.readBody(limit, callback)
    this.#taken = limit
    const { body } = this.#message
    if (body !== null && body.length > limit) callback(tooLarge(limit), joinChunks(null, 0))
    else callback(null, body ?? joinChunks(null, 0))
  }
  override get received(): number | null {
    return this.#node === null ? null : this.#node.received
  }

  get statusCode(): number {
    return this.#node === null ? this.#status : this.#node.statusCode
  }
  set statusCode(value: number) {
    if (this.#node === null) this.#status = value
    else this.#node.statusCode = value
  }
  get isBegun(): boolean {
    return this.#node === null ? this.#head !== null : this.#node.isBegun
  }
  get isEnded(): boolean {
    return this.#node === null ? this.#head !== null : this.#node.isEnded
  }
  get isClosed(): boolean {
    if (this.#node !== null) return this.#node.isClosed
    return this.#head !== null && this.#waiting().isClosed
  }
  get isLost(): boolean {
    return this.#node === null ? this.#ends?.isLost === true : this.#node.isLost
  }
  respond(statusCode: number, headers: ReplyHeaders, body: string | Buffer | undefined): void {
    if (this.#node !== null) return this.#node.respond(statusCode, headers, body)
    const isKnown = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
    if (!isKnown || this.#head !== null || !this.socket.writable) return this.joined.respond(statusCode, headers, body)
    const sends = hasBody(this, statusCode)
    const head = renderUnchecked(statusCode, headers, sends, this.#connection.persistence)
    if (head === null) return this.joined.respond(statusCode, headers, body)
    this.#status = statusCode
    this.#head = head
    this.#write(head, sends && body !== undefined ? body : '')
    this.#connection.release()
    if (this.#ends !== null && !this.#isSending) this.#ends.tell(false)
  }
  override byteLengthOf(text: string): number {
    return this.#node === null ? measure(text) : this.#node.byteLengthOf(text)
  }
  #write(head: string, body: string | Buffer): void {
    const { socket } = this
    const bytes = typeof body === 'string' && isUnseen(socket) ? takeEncoded(head, body) : null
    // Bytes behind TLS are never taken at once.
    const isLater = 'encrypted' in socket
    const callback = isLater ? this.#toSent() : undefined
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
    if (bytes !== null) leaveEncoded()
    if (!isLater) socket.write('', 'latin1', this.#toSent())
  }
  /** Makes what hears that the answer is with the operating system, or is lost. Node tells no error of what a destroyed socket still held. */
  #toSent(): (error?: Error | null) => void {
    return (error) => {
      const isLost = this.#isSending && ((error ?? null) !== null || this.socket.destroyed)
      this.#isSending = false
      if (isLost) this.#ends ??= new Ends()
      this.#ends?.tell(isLost)
    }
  }
  protected override sendAlone(statusCode: number, headers: ReplyHeaders, body: string | Buffer): void {
    if (this.#node === null) this.respond(statusCode, headers, body)
    else this.#node.respondAlone(statusCode, headers, body)
  }
  override get isLast(): boolean {
    return this.#node === null || this.#node.isLast
  }
  override forgetPhrase(): void {
    this.#node?.forgetPhrase()
  }

  onFinished(callback: (error: Error | null) => void): void {
    if (this.#node !== null) this.#node.onFinished(callback)
    else if (this.#head !== null && !this.#isSending) process.nextTick(callback, null)
    else this.#waiting().awaitDone(callback)
  }
  onClose(callback: () => void): () => void {
    return this.#node === null ? this.#waiting().awaitClose(callback) : this.#node.onClose(callback)
  }
  override onAbort(callback: () => void): void {
    if (this.#node !== null) this.#node.onAbort(callback)
    else if (this.#head === null || this.#isSending) this.#waiting().awaitAbort(callback)
  }
  #waiting(): Ends {
    this.#ends ??= new Ends()
    if (this.#head !== null && !this.#isSending) this.#ends.tell(false)
    return this.#ends
  }
  override get awaitsInvitation(): boolean {
    return this.#node?.awaitsInvitation === true
  }
  override invite(): void {
    this.#node?.invite()
  }

  override get response(): ServerResponse | null {
    return (this.#node ?? this.#past)?.response ?? null
  }
  override set response(value: ServerResponse) {
    this.joined.response = value
  }

  /** Has Node's server see an exchange that runs: another message has come behind it, or its connection is lost, which Node is about to tell. */
  join(): void {
    void this.joined
  }

  protected get joined(): StockTransport {
    const before = this.#node ?? this.#past
    if (before !== null) return before
    return this.#head === null ? this.#joinServer() : this.#recall(this.#head)
  }
  #joinServer(): StockTransport {
    const { body, bytes } = this.#message
    const isRead = body === null || this.#taken >= 0
    const messages = this.#connection.join(isRead ? bytes.length : bytes.length - body.length)
    // A server that makes nothing to answer with has answered by itself.
    const node = this.#meet(messages ?? this.#recallFrom(503, 'HTTP/1.1 503 Service Unavailable\r\n\r\n'))
    node.statusCode = this.#status
    this.#node = node
    this.#ends?.handOver(node)
    return node
  }
  #recall(head: string): StockTransport {
    this.#past = this.#meet(this.#recallFrom(this.#status, head))
    return this.#past
  }
  #recallFrom(statusCode: number, head: string): Messages {
    return this.#connection.recall({ bytes: this.#message.bytes, statusCode, head })
  }
  #meet({ raw, rawReply }: Messages): StockTransport {
    if (this.#headers !== null) (raw as IncomingMessage).headers = this.#headers
    if (this.#originalUrl !== undefined) Object.assign(raw, { originalUrl: this.#originalUrl })
    if (raw.url !== this.#url) raw.url = this.#url
    // A body that was read is one that Node's request has been read for.
    if (this.#taken >= 0) raw.resume()
    return new StockTransport(raw, rawReply)
  }
}
