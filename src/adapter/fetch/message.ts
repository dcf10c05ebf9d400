/**
 * Replacements for Node's request and response on Fetch platforms, with the properties that most Fastify plugins read. Any other property of Node's
 * classes throws `ESP_ERR_NO_NODE_MESSAGE`. Without the error, a plugin could write to `reply.raw`, and the client would never get it.
 */
import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { errors } from '../../error/error.ts'
import type { AppFunction } from '../../http/exchange.ts'
import { noNodeMessage, type Transport } from '../../http/transport.ts'

type Caller = AppFunction | null | undefined

function refuse(prototype: object, owner: 'request' | 'reply', names: readonly string[]): void {
  for (const name of names) {
    const throwNoMessage = function (this: { readonly caller?: Caller }): never {
      throw noNodeMessage(`${owner}.raw.${name}`, this.caller)
    }
    Object.defineProperty(prototype, name, { get: throwNoMessage, set: throwNoMessage, configurable: true })
  }
}

/** Defines getters that read members of the owner's transport. */
function forward<Owner>(
  prototype: Owner,
  transportOf: (owner: Owner) => Transport,
  members: Readonly<Record<string, keyof Transport>>
): void {
  for (const [name, member] of Object.entries(members)) {
    const get = function (this: Owner): unknown {
      return transportOf(this)[member]
    }
    Object.defineProperty(prototype, name, { get, configurable: true })
  }
}

export class FetchMessage extends Readable {
  /** The hook or handler that read `request.raw` last. Error messages contain its name. */
  caller: Caller
  readonly #transport: Transport
  #source: Readable | null = null
  static {
    forward(FetchMessage.prototype, (message) => message.#transport, {
      method: 'method',
      headers: 'headers',
      socket: 'socket',
      connection: 'socket',
      aborted: 'isAborted'
    })
  }
  // The Fetch standard does not expose the HTTP version, so this reports HTTP/1.1.
  readonly httpVersion = '1.1'
  readonly httpVersionMajor = 1
  readonly httpVersionMinor = 1

  constructor(transport: Transport) {
    super({ autoDestroy: false })
    this.#transport = transport
    // A disconnect emits 'error'. Without a listener, that event would end the process.
    this.on('error', () => {})
  }

  get url(): string {
    return this.#transport.url
  }
  set url(value: string) {
    this.#transport.url = value
  }
  get complete(): boolean {
    return !this.#transport.isAborted && (this.#source === null || this.#source.readableEnded)
  }

  override _read(): void {
    if (this.#source !== null) return void this.#source.resume()
    const source = this.#transport.body
    this.#source = source
    source
      .on('data', (chunk) => this.push(chunk) || source.pause())
      .on('end', () => this.push(null))
      .on('error', (error) => super.destroy(error))
  }
  /** Aborts the request, as `destroy()` of Node's request does by closing the connection. */
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
  static {
    forward(FetchReply.prototype, (reply) => reply.#transport, {
      headersSent: 'isBegun',
      writableEnded: 'isEnded',
      writableFinished: 'isEnded',
      finished: 'isEnded',
      destroyed: 'isClosed',
      closed: 'isClosed',
      socket: 'socket'
    })
  }

  constructor(transport: Transport) {
    super()
    this.#transport = transport
    this.on('newListener', (event) => event !== 'newListener' && this.#listen())
  }

  get statusCode(): number {
    return this.#transport.statusCode
  }
  /** Throws at once, like Fastify. Node would throw only when the response is sent. @throws FST_ERR_BAD_STATUS_CODE for a status outside 200–599 */
  set statusCode(value: number) {
    if (!(Number.isInteger(value) && value >= 200 && value <= 599))
      throw new errors.FST_ERR_BAD_STATUS_CODE(String(value))
    this.#transport.statusCode = value
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

export const asIncomingMessage = (message: FetchMessage): IncomingMessage => message as object as IncomingMessage
export const asServerResponse = (reply: FetchReply): ServerResponse => reply as object as ServerResponse
