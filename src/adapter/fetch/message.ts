/**
 * Replaces Node's request and response for a Fetch request, with the members that most plugins of Fastify read. For a request these are method,
 * target, fields and body; for a response, status, fields and end.
 *
 * Any other member of Node's objects throws `ESP_ERR_NO_NODE_MESSAGE` with its name. If it did nothing, a response that a plugin writes by hand would
 * be lost silently.
 */
import { EventEmitter } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { errors } from '../../error/error.ts'
import type { AppFunction } from '../../http/exchange.ts'
import { noNodeMessage, type Peer, type Transport } from '../../http/transport.ts'

type Caller = AppFunction | null | undefined

/** Makes the named members throw when they are read or set. */
function refuse(prototype: object, owner: 'request' | 'reply', names: readonly string[]): void {
  for (const name of names) {
    const throwNoMessage = function (this: { readonly caller?: Caller }): never {
      throw noNodeMessage(`${owner}.raw.${name}`, this.caller)
    }
    Object.defineProperty(prototype, name, { get: throwNoMessage, set: throwNoMessage, configurable: true })
  }
}

export class FetchMessage extends Readable {
  /** The caller that read this object last, such as a hook. Error messages name it. */
  caller: Caller
  readonly #transport: Transport
  #source: Readable | null = null
  // The Fetch standard does not expose the version of HTTP. Plugins made for Node expect 1.1.
  readonly httpVersion = '1.1'
  readonly httpVersionMajor = 1
  readonly httpVersionMinor = 1

  constructor(transport: Transport) {
    super({ autoDestroy: false })
    this.#transport = transport
    // If the client disconnects before the body is read, the stream emits 'error'. Without a listener that event would end the process.
    this.on('error', () => {})
  }

  get method(): string {
    return this.#transport.method
  }
  get url(): string {
    return this.#transport.url
  }
  set url(value: string) {
    this.#transport.url = value
  }
  get headers(): IncomingHttpHeaders {
    return this.#transport.headers
  }
  get socket(): Peer | null {
    return this.#transport.socket
  }
  get connection(): Peer | null {
    return this.#transport.socket
  }
  get aborted(): boolean {
    return this.#transport.isAborted
  }
  get complete(): boolean {
    return !this.#transport.isAborted && (this.#source === null || this.#source.readableEnded)
  }

  /** Reads the body when this stream is read. If the app has already read the body, the stream ends at once. */
  override _read(): void {
    if (this.#source !== null) return void this.#source.resume()
    const source = this.#transport.body
    this.#source = source
    source
      .on('data', (chunk) => this.push(chunk) || source.pause())
      .on('end', () => this.push(null))
      .on('error', (error) => super.destroy(error))
  }
  /** Aborts the exchange. `destroy` of Node's request would end the connection, but there is no connection here. */
  override destroy(error?: Error): this {
    this.#transport.abort(error)
    this.#source?.destroy()
    return super.destroy(error)
  }
}

refuse(FetchMessage.prototype, 'request', [
  ...['client', 'headersDistinct', 'rawHeaders', 'rawTrailers', 'setTimeout', 'signal', 'statusCode'],
  ...['statusMessage', 'trailers', 'trailersDistinct', 'upgrade']
])

export class FetchReply extends EventEmitter {
  caller: Caller
  readonly #transport: Transport
  readonly #fields = new Map<string, number | string | readonly string[]>()
  #isListening = false

  constructor(transport: Transport) {
    super()
    this.#transport = transport
    this.on('newListener', (event) => event !== 'newListener' && this.#listen())
  }

  get statusCode(): number {
    return this.#transport.statusCode
  }
  /** @throws FST_ERR_BAD_STATUS_CODE for a status that `Response` does not support. Node would throw only when the response is sent. */
  set statusCode(value: number) {
    if (!(Number.isInteger(value) && value >= 200 && value <= 599))
      throw new errors.FST_ERR_BAD_STATUS_CODE(String(value))
    this.#transport.statusCode = value
  }
  get headersSent(): boolean {
    return this.#transport.isBegun
  }
  get writableEnded(): boolean {
    return this.#transport.isEnded
  }
  get writableFinished(): boolean {
    return this.#transport.isEnded
  }
  get finished(): boolean {
    return this.#transport.isEnded
  }
  get destroyed(): boolean {
    return this.#transport.isClosed
  }
  get closed(): boolean {
    return this.#transport.isClosed
  }
  get socket(): Peer | null {
    return this.#transport.socket
  }

  setHeader(name: string, value: number | string | readonly string[]): this {
    this.#fields.set(name.toLowerCase(), value)
    return this
  }
  getHeader(name: string): number | string | readonly string[] | undefined {
    return this.#fields.get(name.toLowerCase())
  }
  getHeaders(): Record<string, number | string | readonly string[]> {
    return Object.fromEntries(this.#fields)
  }
  getHeaderNames(): string[] {
    return [...this.#fields.keys()]
  }
  hasHeader(name: string): boolean {
    return this.#fields.has(name.toLowerCase())
  }
  removeHeader(name: string): void {
    this.#fields.delete(name.toLowerCase())
  }
  destroy(error?: Error): this {
    this.#transport.abort(error)
    return this
  }

  #listen(): void {
    if (this.#isListening) return
    this.#isListening = true
    this.#transport.onFinished(() => this.emit('finish'))
    this.#transport.onClose(() => this.emit('close'))
  }
}

refuse(FetchReply.prototype, 'reply', [
  ...['addTrailers', 'appendHeader', 'assignSocket', 'connection', 'cork', 'detachSocket', 'end', 'errored'],
  ...['flushHeaders', 'getRawHeaderNames', 'pipe', 'req', 'sendDate', 'setHeaders', 'setTimeout', 'statusMessage'],
  ...['uncork', 'writable', 'writableCorked', 'writableHighWaterMark', 'writableLength', 'writableNeedDrain'],
  ...['writableObjectMode', 'write', 'writeContinue', 'writeEarlyHints', 'writeHead', 'writeHeader'],
  ...['writeInformation', 'writeProcessing']
])

/** Casts to Node's types, which also have the members that these objects refuse. */
export const asIncomingMessage = (message: FetchMessage): IncomingMessage => message as object as IncomingMessage
export const asServerResponse = (reply: FetchReply): ServerResponse => reply as object as ServerResponse
