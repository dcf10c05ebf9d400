/** A transport from a Fetch `Request` to a `Response`, for any runtime that has both. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Readable, type Writable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { type BodyCallback, emptyBody } from '../../http/body-reader.ts'
import { type End, EndingTransport } from '../../http/ending-transport.ts'
import type { AppFunction } from '../../http/exchange.ts'
import { checkField } from '../../http/field.ts'
import { EmptyHeaders, type ReplyHeaders } from '../../http/headers.ts'
import type { Peer, SingleField } from '../../http/transport.ts'
import { brokenOff, ContentWriter, longestWhole, readContent, readWhole } from './content.ts'
import { asIncomingMessage, asServerResponse, FetchMessage, FetchReply } from './message.ts'
import { isMadeByBun } from './origin.ts'

/** `context` contains the arguments that the platform passed after the `Request`. */
type FindAddress<Context> = (request: Request, context: Context) => string | undefined

type Settle = (response: Response) => void
/** An object is faster for the platform to read. A list of pairs is needed to repeat a field, such as `Set-Cookie`. */
type Head = Record<string, string> | [string, string][]

export class FetchTransport<Context = readonly unknown[]> extends EndingTransport {
  readonly method: string
  url: string
  originalUrl: string | undefined
  // The value 2 makes the app omit `Connection` and `Transfer-Encoding`, as in HTTP/2. On Fetch platforms, the platform sets both.
  readonly version = 2
  readonly context: Context
  statusCode = 200
  isBegun = false
  isEnded = false
  readonly #request: Request
  readonly #findAddress: FindAddress<Context>
  readonly #settle: Settle
  #peer: Peer | null = null
  #headers: IncomingHttpHeaders | null = null
  /** Caches fields, because each `request.headers.get()` costs as much as allocating a small object. */
  #fields: { [Name in SingleField]?: string | undefined } | null = null
  #head: Head = []
  #body: Readable | null = null
  #isRead = false
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
    this.#peer ??= createPeer(this.#request, () => this.#findAddress(this.#request, this.context))
    return this.#peer
  }
  get headers(): IncomingHttpHeaders {
    this.#headers ??= this.#readHeaders()
    return this.#headers
  }
  /** Adds Host from the URL, because a `Request` made by a program may lack it. */
  #readHeaders(): IncomingHttpHeaders {
    const fields: IncomingHttpHeaders = Object.fromEntries(this.#request.headers)
    if (this.#authority !== undefined) fields.host ??= this.#authority
    return fields
  }
  /** `Headers` joins repeated Host fields with a comma. Host validation then refuses the request. */
  override get host(): string | undefined {
    return this.#request.headers.get('host') ?? undefined
  }
  /** Stores the host of the URL, for requests without a Host field. */
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
    if (this.#request.bodyUsed) return callback(brokenOff(), emptyBody)
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
  /** Whether the body may be read at once. A content coding may have changed the length, so such bodies are read as a stream. */
  #isShort(): boolean {
    const length = Number(this.readField('content-length') ?? Number.NaN)
    if (!(length >= 0 && length <= longestWhole) || this.readField('transfer-encoding') !== undefined) return false
    return !this.#request.headers.has('content-encoding')
  }
  get body(): Readable {
    // A disconnect emits 'error'. Without a listener, that event would end the process.
    this.#body ??= this.#openBody().on('error', () => {})
    return this.#body
  }
  #openBody(): Readable {
    const { body, bodyUsed } = this.#request
    if (body === null || this.#isRead) return Readable.from([])
    // Middleware outside of the app has already consumed the body, so reading it again must fail.
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
    // `new Response(string)` would add `text/plain` as content type. For bytes it adds none.
    const content = typeof body === 'string' && headers['content-type'] === undefined ? Buffer.from(body) : body
    this.#begin(content ?? null)
    this.#close('finish')
  }
  protected override sendAlone(statusCode: number, headers: ReplyHeaders, body: string | Buffer): void {
    this.#reply = null
    this.respond(statusCode, headers, body)
  }
  open(): Writable {
    this.awaitEnd()
    this.#content = new ContentWriter({
      begin: (content) => {
        // A response to HEAD has no body, so it ends here.
        this.isEnded = this.isHeadOnly
        this.#begin(content)
      },
      end: () => this.#close('finish'),
      leave: () => this.#close('abort')
    })
    return this.#content.on('error', () => {})
  }
  /** Before the head was sent, responds with an empty 500. Afterwards, errors the body stream. */
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
    this.notifyEnd(end)
    // Some platforms only abort `request.signal` at a disconnect, and do not cancel the response stream.
    if (end === 'abort') this.#content?.destroy()
  }

  override get response(): ServerResponse | null {
    return this.#reply === null ? null : asServerResponse(this.#reply)
  }
  override set response(response: ServerResponse) {
    super.response = response
  }
  override exposeRequest(caller?: AppFunction | null): IncomingMessage {
    this.#message ??= new FetchMessage(this)
    this.#message.caller = caller
    return asIncomingMessage(this.#message)
  }
  override exposeResponse(caller?: AppFunction | null): ServerResponse {
    this.#reply ??= new FetchReply(this)
    this.#reply.caller = caller
    return asServerResponse(this.#reply)
  }

  readonly #onAbort = (): void => this.#close('abort')
  protected override awaitEnd(): void {
    if (this.#isWatched) return
    this.#isWatched = true
    const { signal } = this.#request
    if (signal.aborted) this.#onAbort()
    else signal.addEventListener('abort', this.#onAbort, { once: true })
  }
}

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

/** Restores the target `*` of OPTIONS. workerd writes it into the URL as `http://a.test*`, without a slash. */
function targetOf({ url, headers }: Request): string {
  if (!url.endsWith('*')) return url
  const host = headers.get('host')
  return url === `http://${host}*` || url === `https://${host}*` ? '*' : url
}

function createPeer(request: Request, findAddress: () => string | undefined): Peer {
  return {
    get remoteAddress() {
      return findAddress()
    },
    get encrypted() {
      return request.url.startsWith('https:')
    }
  }
}
