/**
 * An exchange of the lane: answered without an object of Node's as long as nobody asks for more than a whole request and a whole answer.
 *
 * Owns: the state of an exchange that Node's server has not seen, and the handing over of one that is more than that. While it runs it is given to
 * Node's server (`Connection.join`), as if the parser had just read it, and goes on with the light exchange that the server makes of it: so every
 * stream, hint, lost client and slow client is Node's to tell. Once it is answered, light objects in the state of its end are made for who asks.
 *
 * Who asks for the end of an exchange hears of it on a later turn, as on the light exchange; where nobody does, nothing is kept for it.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { type BodyCallback, joinChunks, tooLarge } from '../../http/body-reader.ts'
import type { ReplyHeaders } from '../../http/headers.ts'
import type { SingleField } from '../../http/transport.ts'
import {
  adoptWritten,
  closeAnswered,
  createAnswered,
  endRequest,
  handOnRest,
  hasBody,
  type LightRequest,
  type Persistence,
  readBody,
  renderUnchecked,
  setRest
} from '../light/index.ts'
import { LightTransport } from '../light/transport.ts'
import { leaveEncoded, measure, takeEncoded } from './encoded.ts'
import { Ends } from './ends.ts'
import { JoiningTransport } from './joining-transport.ts'
import { type HttpSocket, isUnseen } from './node-socket.ts'
import type { Fields } from './read.ts'

/** What an exchange needs of its connection. */
export interface Connection {
  readonly socket: HttpSocket
  readonly persistence: Persistence
  createRequest(method: string, target: string, fields: readonly string[]): LightRequest
  /** Has Node's server take the request of the exchange that runs, without calling its listeners; returns what it makes to answer with. */
  join(request: LightRequest, body: Buffer | null): ServerResponse | null
  /** Notes that an exchange is over, so that the next one may begin. */
  release(): void
}

const ignore = (): void => {}

export class LaneTransport extends JoiningTransport {
  readonly method: string
  readonly #connection: Connection
  readonly #fields: Fields
  readonly #body: Buffer | null
  #url: string
  #originalUrl: string | undefined = undefined
  #status = 200
  /** In bytes: the limit under which the body was taken; -1 before. */
  #taken = -1
  #request: LightRequest | null = null
  /** Where the exchange goes on when it is no longer the lane's alone. */
  #node: LightTransport | null = null
  #rawReply: ServerResponse | null = null
  /** Of the answer, when it has been written. */
  #head: string | null = null
  /** Made for the first who asks. */
  #ends: Ends | null = null

  constructor(connection: Connection, method: string, target: string, fields: Fields, body: Buffer | null) {
    super()
    this.#connection = connection
    this.method = method
    this.#url = target
    this.#fields = fields
    this.#body = body
  }

  // What Node's server reads of the message whose turn it is.
  get finished(): boolean {
    return this.#head !== null
  }
  get _headerSent(): boolean {
    return this.#head !== null
  }
  emit(): false {
    return false
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
    return this.#node === null ? this.#message().headers : this.#node.headers
  }
  override get rawHeaders(): readonly string[] | undefined {
    return this.#node === null ? this.#fields.pairs : this.#node.rawHeaders
  }
  override get host(): string {
    return this.#fields.host
  }
  get socket(): HttpSocket {
    return this.#connection.socket
  }
  get isAborted(): boolean {
    return this.#node?.isAborted === true
  }
  override readField(name: SingleField): string | undefined {
    if (this.#node !== null) return this.#node.readField(name)
    if (this.#request !== null) return this.#request.headers[name] as string | undefined
    if (name === 'content-type') return this.#fields.contentType
    return name === 'content-length' ? this.#fields.contentLength : undefined
  }
  override readBody(limit: number, callback: BodyCallback): void {
    if (this.#node !== null || this.#taken >= 0) return this.joined.readBody(limit, callback)
    this.#taken = limit
    const body = this.#body
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
    if (this.#head === null) return false
    const ends = this.#waiting()
    ends.tell()
    return ends.isClosed
  }
  get isLost(): boolean {
    return this.#node?.isLost === true
  }
  respond(statusCode: number, headers: ReplyHeaders, body: string | Buffer | undefined): void {
    if (this.#node !== null) return this.#node.respond(statusCode, headers, body)
    const { socket } = this
    if (typeof body === 'object' || this.#head !== null || !socket.writable)
      return this.joined.respond(statusCode, headers, body)
    const sends = hasBody(this, statusCode)
    const head = renderUnchecked(statusCode, headers, sends, this.#connection.persistence)
    if (head === null) return this.joined.respond(statusCode, headers, body)
    this.#status = statusCode
    this.#write(head, sends && body !== undefined ? body : '')
  }
  override byteLengthOf(text: string): number {
    return this.#node === null ? measure(text) : this.#node.byteLengthOf(text)
  }
  #write(head: string, body: string): void {
    const { socket } = this
    const bytes = isUnseen(socket) ? takeEncoded(head, body) : null
    if (bytes !== null) socket.write(bytes)
    else if (body === '') socket.write(head, 'latin1')
    else socket.write(head + body)
    if (socket.writableLength > 0 || socket.errored !== null) {
      if (bytes !== null) leaveEncoded()
      return this.#leaveAnswered(head)
    }
    this.#head = head
    this.#connection.release()
    this.#ends?.tell()
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
    if (this.#node === null && this.#head !== null) process.nextTick(callback, null)
    else if (this.#node !== null || !this.#waiting().awaitDone(callback)) this.joined.onFinished(callback)
  }
  onClose(callback: () => void): () => void {
    if (this.#node !== null) return this.#node.onClose(callback)
    const ends = this.#waiting()
    if (this.#head !== null) ends.tell()
    return ends.awaitClose(callback)
  }
  override onAbort(callback: () => void): void {
    if (this.#node !== null) this.#node.onAbort(callback)
    else if (this.#head === null) this.#waiting().awaitAbort(callback)
  }
  #waiting(): Ends {
    this.#ends ??= new Ends()
    return this.#ends
  }
  override get awaitsInvitation(): boolean {
    return this.#node?.awaitsInvitation === true
  }
  override invite(): void {
    this.#node?.invite()
  }

  override get response(): ServerResponse | null {
    return this.#node === null ? null : this.#node.response
  }
  override set response(value: ServerResponse) {
    this.joined.response = value
  }

  /** Has Node's server see an exchange that runs: another message has come behind it, or its connection is lost, which Node is about to tell. */
  join(): void {
    void this.joined
  }
  #meet(raw: IncomingMessage, rawReply: ServerResponse): LightTransport {
    this.#rawReply = rawReply
    this.#node = new LightTransport(raw, rawReply)
    return this.#node
  }
  #message(): LightRequest {
    this.#request ??= this.#connection.createRequest(this.method, this.#url, this.#fields.pairs)
    return this.#request
  }

  protected get joined(): LightTransport {
    if (this.#node !== null) return this.#node
    const request = this.#message()
    if (this.#originalUrl !== undefined) Object.assign(request, { url: this.#url, originalUrl: this.#originalUrl })
    return this.#head === null ? this.#give(request) : this.#recall(request, this.#head)
  }
  #give(request: LightRequest): LightTransport {
    const raw = request as object as IncomingMessage
    const rawReply = this.#connection.join(request, this.#body)
    this.#readAgain(request)
    // A server that makes nothing to answer with has answered by itself.
    const node = this.#meet(raw, rawReply ?? createAnswered(request, 503, ''))
    node.statusCode = this.#status
    this.#ends?.handOver(node)
    return node
  }
  /** A body that was read is one that Node's request has been read for. */
  #readAgain(request: LightRequest): void {
    if (this.#taken < 0) return
    handOnRest(request)
    readBody(request as object as IncomingMessage, this.#taken, ignore)
  }
  /** Makes the objects of an exchange that is over. */
  #recall(request: LightRequest, head: string): LightTransport {
    const raw = request as object as IncomingMessage
    setRest(request, this.#body)
    this.#readAgain(request)
    handOnRest(request)
    endRequest(request)
    const response = createAnswered(request, this.#status, head)
    if (this.#ends?.isClosed === true) closeAnswered(response)
    else this.#waiting().awaitClose(() => closeAnswered(response))
    this.#waiting().tell()
    return this.#meet(raw, response)
  }

  /** Has Node wait for an answer that the operating system has not taken whole, or not at all. */
  #leaveAnswered(head: string): void {
    const status = this.#status
    this.join()
    adoptWritten(this.#rawReply as ServerResponse, this.socket, status, head)
  }
}
