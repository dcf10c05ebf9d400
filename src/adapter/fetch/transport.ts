/** An exchange of the Fetch standard: receives a `Request` and makes a `Response`, on any runtime that has both. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Readable, type Writable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { BodyCallback } from '../../http/body-reader.ts'
import { type End, EndingTransport } from '../../http/ending-transport.ts'
import type { Awaited } from '../../http/exchange.ts'
import { checkField } from '../../http/field.ts'
import { EmptyHeaders, type ReplyHeaders } from '../../http/headers.ts'
import type { Peer, SingleField } from '../../http/transport.ts'
import { brokenOff, ContentWriter, longestWhole, readContent, readWhole } from './content.ts'
import { asIncomingMessage, asServerResponse, FetchMessage, FetchReply } from './message.ts'
import { isMadeByBun } from './origin.ts'

/** Returns the client's address, if the platform has it. The context is what the platform passed to its handler after the request. */
type FindAddress<Context> = (request: Request, context: Context) => string | undefined

type Settle = (response: Response) => void
/** Platforms read an object faster than a list. A list is needed where a field occurs more than once. */
type Head = Record<string, string> | [string, string][]

export class FetchTransport<Context = readonly unknown[]> extends EndingTransport {
  readonly method: string
  url: string
  originalUrl: string | undefined
  // As in HTTP/2, no field frames the body or describes the connection.
  readonly version = 2
  /** The arguments that the platform passed to its handler after the request. */
  readonly context: Context
  statusCode = 200
  isBegun = false
  isEnded = false
  readonly #request: Request
  readonly #findAddress: FindAddress<Context>
  readonly #settle: Settle
  #peer: Peer | null = null
  #headers: IncomingHttpHeaders | null = null
  /** The fields that were read so far. One read from the platform costs as much as a small object. */
  #fields: { [Name in SingleField]?: string | undefined } | null = null
  #head: Head = []
  #body: Readable | null = null
  /** Whether the app has read the body as a whole. */
  #isRead = false
  /** The host and port of the address. */
  #authority: string | undefined
  #content: Writable | null = null
  #received: number | null = null
  #isWatched = false
  #message: FetchMessage | null = null
  #reply: FetchReply | null = null

  constructor(request: Request, context: Context, findAddress: FindAddress<Context>, settle: Settle) {
    super()
    this.method = request.method
    this.url = targetOf(request)
    this.context = context
    this.#request = request
    this.#findAddress = findAddress
    this.#settle = settle
  }

  get socket(): Peer {
    this.#peer ??= new FetchPeer(this.#request, () => this.#findAddress(this.#request, this.context))
    return this.#peer
  }
  get headers(): IncomingHttpHeaders {
    this.#headers ??= this.#readHeaders()
    return this.#headers
  }
  /** A `Request` made by a program may lack the Host field. Its address has the host. */
  #readHeaders(): IncomingHttpHeaders {
    const fields: IncomingHttpHeaders = Object.fromEntries(this.#request.headers)
    if (this.#authority !== undefined) fields.host ??= this.#authority
    return fields
  }
  /** Several values are joined here by a comma and a space, which is not a valid host. */
  override get host(): string | undefined {
    return this.#request.headers.get('host') ?? undefined
  }
  /** The address differs from the target that was sent. Its authority is the Host, unless a program made the `Request`. */
  override takeOriginForm(url: string, authority: string): void {
    this.url = url
    this.#authority = authority
  }
  override get isAborted(): boolean {
    return !this.isEnded && this.#request.signal.aborted
  }
  override get isLost(): boolean {
    return !this.isEnded && (super.isLost || this.isAborted)
  }
  override readField(name: SingleField): string | undefined {
    this.#fields ??= {}
    if (!(name in this.#fields)) this.#fields[name] = this.#request.headers.get(name) ?? undefined
    return this.#fields[name]
  }
  override readBody(limit: number, callback: BodyCallback): void {
    if (this.#request.bodyUsed) return callback(brokenOff(), Buffer.alloc(0))
    this.#isRead = true
    if (this.#isShort() && isMadeByBun(this.#request, this.context as readonly unknown[]))
      return readWhole(this.#request, limit, callback)
    const count = (bytes: number) => {
      this.#received = bytes
    }
    readContent(this.#request.body, limit, count, (error, body) => {
      this.#received = null
      callback(error, body)
    })
  }
  /** Whether the declared body is short, and has no transfer coding or content coding. */
  #isShort(): boolean {
    const length = Number(this.readField('content-length') ?? Number.NaN)
    if (!(length >= 0 && length <= longestWhole) || this.readField('transfer-encoding') !== undefined) return false
    return !this.#request.headers.has('content-encoding')
  }
  get body(): Readable {
    // A client may disconnect before its body is read. Only this request fails then.
    this.#body ??= this.#openBody().on('error', () => {})
    return this.#body
  }
  #openBody(): Readable {
    const { body, bodyUsed } = this.#request
    if (body === null || this.#isRead) return Readable.from([])
    // Middleware in front of the app has read the body, or is about to.
    if (bodyUsed || body.locked) return new Readable().destroy(brokenOff())
    return Readable.fromWeb(body as NodeReadableStream)
  }
  override dropBody(): void {
    this.body.destroy()
  }
  override get received(): number | null {
    return this.#received
  }

  setHead(statusCode: number, headers: ReplyHeaders): void {
    const fields = this.#reply === null ? headers : { ...this.#reply.getHeaders(), ...headers }
    this.#head = toHead(fields)
    this.statusCode = statusCode
  }
  respond(statusCode: number, headers: ReplyHeaders, body: string | Buffer | undefined): void {
    this.setHead(statusCode, headers)
    // `Response` would set a content type for text.
    const content = typeof body === 'string' && headers['content-type'] === undefined ? Buffer.from(body) : body
    this.#begin(content ?? null)
    this.#close('finish')
  }
  protected override sendAlone(statusCode: number, headers: ReplyHeaders, body: string | Buffer): void {
    this.#reply = null
    this.respond(statusCode, headers, body)
  }
  open(): Writable {
    this.#watch()
    this.#content = new ContentWriter({
      begin: (content) => {
        // For HEAD the head is the whole response, even if the stream ends later.
        this.isEnded = this.isHeadOnly
        this.#begin(content)
      },
      end: () => this.#close('finish'),
      leave: () => this.#close('abort')
    })
    return this.#content.on('error', () => {})
  }
  /** Reports a failure to the platform. After the head, only a failing content stream can do so; before it, an empty response is returned. */
  abort(error?: Error): void {
    if (!this.isBegun) {
      this.statusCode = 500
      this.#head = []
      this.#begin(null)
    }
    this.#close('broken')
    this.#content?.destroy(error)
  }
  #begin(content: ConstructorParameters<typeof Response>[0]): void {
    if (this.isBegun) return
    this.isBegun = true
    const { statusCode: status } = this
    this.#settle(new Response(this.isHeadOnly ? null : content, { status, headers: this.#head }))
  }
  #close(end: End): void {
    if (this.isClosed) return
    this.isEnded ||= end === 'finish'
    if (this.#isWatched) this.#request.signal.removeEventListener('abort', this.#onAbort)
    this.tellEnd(end)
    // A platform may report a client that disconnected by the signal only.
    if (end === 'abort') this.#content?.destroy()
  }

  override get request(): IncomingMessage {
    return this.exposeRequest()
  }
  override set request(message: IncomingMessage) {
    super.request = message
  }
  override get response(): ServerResponse | null {
    return this.#reply === null ? null : asServerResponse(this.#reply)
  }
  override set response(response: ServerResponse) {
    super.response = response
  }
  override exposeRequest(asker?: Awaited | null): IncomingMessage {
    this.#message ??= new FetchMessage(this)
    this.#message.asker = asker
    return asIncomingMessage(this.#message)
  }
  override exposeResponse(asker?: Awaited | null): ServerResponse {
    this.#reply ??= new FetchReply(this)
    this.#reply.asker = asker
    return asServerResponse(this.#reply)
  }

  readonly #onAbort = (): void => this.#close('abort')
  /** Most requests need no notification of their end, so the listener on the client's signal is added on demand. */
  protected override awaitEnd(): void {
    this.#watch()
  }
  #watch(): void {
    if (this.#isWatched) return
    this.#isWatched = true
    const { signal } = this.#request
    if (signal.aborted) this.#onAbort()
    else signal.addEventListener('abort', this.#onAbort, { once: true })
  }
}

/** @throws what `checkField` throws */
function toHead(fields: Readonly<Record<string, unknown>>): Head {
  const head = new EmptyHeaders() as Record<string, string>
  for (const name in fields) {
    const value = checkField(name, fields[name])
    if (typeof value !== 'string') return toPairs(fields)
    head[name] = value
  }
  return head
}

function toPairs(fields: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    [checkField(name, value)].flat().map((one): [string, string] => [name, one])
  )
}

/** The request target, from the address. The asterisk-form has no slash before it: workerd writes it as `http://a.test*`. */
function targetOf({ url, headers }: Request): string {
  if (!url.endsWith('*')) return url
  const host = headers.get('host')
  return url === `http://${host}*` || url === `https://${host}*` ? '*' : url
}

class FetchPeer implements Peer {
  readonly #request: Request
  readonly #findAddress: () => string | undefined

  constructor(request: Request, findAddress: () => string | undefined) {
    this.#request = request
    this.#findAddress = findAddress
  }
  get remoteAddress(): string | undefined {
    return this.#findAddress()
  }
  get encrypted(): boolean {
    return this.#request.url.startsWith('https:')
  }
}
