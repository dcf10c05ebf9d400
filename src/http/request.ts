import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Logger } from '../../types/logger.ts'
import { errors } from '../error/error.ts'
import { CompiledOnce } from './compiled-once.ts'
import { type Exchange, exchangeKey, mediaTypeOf, type Validate } from './exchange.ts'
import { hostnameOf, portOf } from './host.ts'
import { addressesOf, addressOf, hostOf, protocolOf, type TrustFunction } from './trust-proxy.ts'

const parts = new Set(['body', 'headers', 'params', 'querystring', 'query'])
const validators = new CompiledOnce<Validate>()
const extraHeaders = Symbol('espalier.headers')
/** Fastify accepts `query` and `querystring`. Validators are stored under `querystring`. */
const toHttpPart = (part: string) => (part === 'query' ? 'querystring' : part)

export class Request {
  /** A static property of the app's own subclass, because each app has its own trusted proxies. */
  static trust: TrustFunction | undefined

  declare id: unknown
  declare params: unknown
  declare query: unknown
  declare log: Logger
  declare body: unknown
  declare readonly [exchangeKey]: Exchange
  declare [extraHeaders]: IncomingHttpHeaders | undefined
  declare validationError?: Error

  constructor(exchange: Exchange, id: unknown, params: unknown, query: unknown, log: Logger) {
    this.id = id
    this.params = params
    this.query = query
    this.log = log
    this.body = undefined
    this[exchangeKey] = exchange
    this[extraHeaders] = undefined
  }

  get raw(): IncomingMessage {
    const { transport, currentCall } = this[exchangeKey]
    // A client may wait for 100 Continue. It is sent now, because the caller may read the body from Node's request.
    transport.sendContinue()
    return transport.exposeRequest(currentCall)
  }
  set raw(value: IncomingMessage) {
    this[exchangeKey].transport.request = value
  }
  get server(): object {
    return this[exchangeKey].plan.app
  }
  get is404(): boolean {
    return this[exchangeKey].plan.is404
  }
  get routeOptions(): Record<string, unknown> {
    return this[exchangeKey].plan.describe()
  }
  get url(): string {
    return this[exchangeKey].transport.url
  }
  get originalUrl(): string {
    return this[exchangeKey].transport.originalUrl ?? this[exchangeKey].transport.url
  }
  get method(): string {
    return this[exchangeKey].transport.method
  }
  get socket() {
    return this[exchangeKey].transport.socket
  }
  get headers(): IncomingHttpHeaders {
    const extra = this[extraHeaders]
    return extra === undefined
      ? this[exchangeKey].transport.headers
      : { ...this[exchangeKey].transport.headers, ...extra }
  }
  set headers(given: IncomingHttpHeaders) {
    this[extraHeaders] = { ...this[extraHeaders], ...given }
  }
  get mediaType(): string | undefined {
    return mediaTypeOf(this[exchangeKey]).essence || undefined
  }
  get ip(): string | undefined {
    return addressOf(this[exchangeKey].transport, trustOf(this))
  }
  get host(): string {
    return hostOf(this[exchangeKey].transport, trustOf(this))
  }
  get hostname(): string {
    return hostnameOf(this.host)
  }
  get port(): number | null {
    return portOf(this.host)
  }
  get protocol(): 'http' | 'https' | undefined {
    return protocolOf(this[exchangeKey].transport, trustOf(this))
  }
  /** Aborts when the client disconnects, a timeout expires, or the app closes. Does not abort after a complete response. */
  get signal(): AbortSignal {
    const exchange = this[exchangeKey]
    exchange.plan.closing.track(exchange)
    if (exchange.abort === null) {
      const controller = new AbortController()
      exchange.abort = controller
      if (exchange.timeoutError !== null) controller.abort(exchange.timeoutError)
      else if (exchange.transport.isLost) controller.abort()
      else exchange.transport.onAbort(() => controller.abort())
    }
    return exchange.abort.signal
  }
  /** Node decodes headers as Latin-1, but `Last-Event-ID` is UTF-8 (HTML standard, server-sent events). */
  get lastEventId(): string | undefined {
    const field = this[exchangeKey].transport.headers['last-event-id']
    return field ? Buffer.from(String(field), 'latin1').toString() : undefined
  }
  /** A Fastify plugin may decorate requests with its own `lastEventId`, which then replaces this property. */
  set lastEventId(value: unknown) {
    Object.defineProperty(this, 'lastEventId', { value, writable: true, enumerable: true, configurable: true })
  }

  getValidationFunction(schemaOrPart: string | object): Validate | undefined {
    const { plan } = this[exchangeKey]
    if (typeof schemaOrPart === 'string')
      return parts.has(schemaOrPart) ? plan.validation.find(toHttpPart(schemaOrPart)) : undefined
    return validators.find(schemaOrPart, plan)
  }

  compileValidationSchema(schema: object, part?: string): Validate {
    const { plan } = this[exchangeKey]
    const { method, url } = this
    return validators.ensure(schema, plan, () => plan.validation.compile(schema, part, { method, url }))
  }

  /** @throws FST_ERR_REQ_INVALID_VALIDATION_INVOCATION when there is no schema */
  validateInput(input: unknown, schemaOrPart: object | string, part?: string): unknown {
    const named = typeof schemaOrPart === 'string' ? schemaOrPart : part
    const isSchema = typeof schemaOrPart === 'object' && schemaOrPart !== null && !Array.isArray(schemaOrPart)
    const schema = isSchema ? schemaOrPart : undefined
    let validate = named === undefined ? undefined : this.getValidationFunction(named)
    if (validate === undefined && schema === undefined)
      throw new errors.FST_ERR_REQ_INVALID_VALIDATION_INVOCATION(named)
    validate ??= this.compileValidationSchema(schema as object, part)
    return validate(input)
  }

  getDecorator(name: PropertyKey): unknown {
    if (!(name in this)) throw new errors.FST_ERR_DEC_UNDECLARED(String(name), 'request')
    const value = (this as Record<PropertyKey, unknown>)[name]
    return typeof value === 'function' ? value.bind(this) : value
  }

  setDecorator(name: PropertyKey, value: unknown): void {
    if (!(name in this)) throw new errors.FST_ERR_DEC_UNDECLARED(String(name), 'request')
    ;(this as Record<PropertyKey, unknown>)[name] = value
  }
}

function trustOf(request: Request): TrustFunction | undefined {
  return (request.constructor as typeof Request).trust
}

export function createRequestClass(trust: TrustFunction | undefined): typeof Request {
  if (trust === undefined) return Request
  return {
    Request: class extends Request {
      static override trust = trust
      get ips(): string[] {
        return addressesOf(this[exchangeKey].transport, trust as TrustFunction)
      }
    }
  }.Request
}

/** Runs once per request. It must be synchronous. */
export type RequestIdGenerator<Raw = { headers: IncomingHttpHeaders }> = (raw: Raw) => string

// V8 stores integers of 31 bits directly. Larger numbers are slower.
const lastNumber = 0x7fffffff

/** Makes a generator of the ids `req-1`, `req-2`, … in base 36. It restarts after 2^31 - 1 requests. */
export function createRequestIdGenerator(): RequestIdGenerator<unknown> {
  let number = 0
  return () => {
    number = (number + 1) & lastNumber
    return `req-${number.toString(36)}`
  }
}

/** As in Fastify, `true` means the header `request-id`, and `false` means none. */
export function toRequestIdHeader(option: string | boolean | undefined): string | false {
  if (option === true) return 'request-id'
  return typeof option === 'string' && option !== '' ? option.toLowerCase() : false
}

export function withRequestIdHeader<Raw extends { headers: IncomingHttpHeaders }>(
  header: string | false,
  generate: RequestIdGenerator<Raw>
): RequestIdGenerator<Raw> {
  if (header === false) return generate
  return (raw) => {
    const value = raw.headers[header]
    return typeof value === 'string' && value !== '' ? value : generate(raw)
  }
}
