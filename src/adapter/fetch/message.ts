/**
 * The part of Node's objects that plugins read, for a request of the Fetch standard. The request has method, target, fields and body; the reply has
 * status, fields and end. Most plugins of Fastify need no more: a cookie, a field to set, the end to wait for.
 *
 * Any other member of Node's objects throws `ESP_ERR_NO_NODE_MESSAGE` with its name. A plugin that writes an answer by hand would otherwise lose it.
 */
import { EventEmitter } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { errors } from '../../error/error.ts'
import type { Awaited } from '../../http/exchange.ts'
import { noNodeMessage, type Peer, type Transport } from '../../http/transport.ts'

type Asker = Awaited | null | undefined

/** Makes these members throw, in a class that replaces one of Node's. */
function refuse(prototype: object, owner: 'request' | 'reply', names: readonly string[]): void {
  for (const name of names) {
    const throwNoMessage = function (this: { readonly asker?: Asker }): never {
      throw noNodeMessage(`${owner}.raw.${name}`, this.asker)
    }
    Object.defineProperty(prototype, name, { get: throwNoMessage, set: throwNoMessage, configurable: true })
  }
}

export class FetchMessage extends Readable {
  /** The latest caller that received this object. */
  asker: Asker
  readonly #transport: Transport
  #source: Readable | null = null
  // The Fetch standard does not expose the version. Fields are those of HTTP/1.1, without pseudo fields.
  readonly httpVersion = '1.1'
  readonly httpVersionMajor = 1
  readonly httpVersionMinor = 1

  constructor(transport: Transport) {
    super({ autoDestroy: false })
    this.#transport = transport
    // A client may disconnect before the body is read. Only its request fails then.
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

  /** Reads the body on behalf of the stream's reader. A body that the app has read is at its end. */
  override _read(): void {
    if (this.#source !== null) return void this.#source.resume()
    const source = this.#transport.body
    this.#source = source
    source
      .on('data', (chunk) => this.push(chunk) || source.pause())
      .on('end', () => this.push(null))
      .on('error', (error) => super.destroy(error))
  }
  /** Ends the exchange, as on Node, where it ends the connection. */
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
  asker: Asker
  readonly #transport: Transport
  readonly #fields = new Map<string, number | string | readonly string[]>()
  #isHeard = false

  constructor(transport: Transport) {
    super()
    this.#transport = transport
    this.on('newListener', (event) => event !== 'newListener' && this.#hear())
  }

  get statusCode(): number {
    return this.#transport.statusCode
  }
  /** @throws FST_ERR_BAD_STATUS_CODE when no `Response` can have it: Node would throw only when it is sent. */
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

  #hear(): void {
    if (this.#isHeard) return
    this.#isHeard = true
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

/** Node's types have members that these objects refuse. */
export const asIncomingMessage = (message: FetchMessage): IncomingMessage => message as object as IncomingMessage
export const asServerResponse = (reply: FetchReply): ServerResponse => reply as object as ServerResponse
