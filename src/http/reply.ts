import type { ServerResponse } from 'node:http'
import type { Logger } from '../../types/logger.ts'
import { containsPromise } from '../base/contained-promise.ts'
import { logSafely } from '../base/log-safely.ts'
import { swallowIfPromise } from '../base/outcome.ts'
import { errors } from '../error/error.ts'
import { CompiledOnce } from './compiled-once.ts'
import { checkEarlyHints } from './early-hints.ts'
import { type Exchange, exchangeKey, type Serialize, type TrailerFunction } from './exchange.ts'
import { forbiddenTrailers, isName, refusePromise } from './field.ts'
import { type HeaderValue, setHeader } from './headers.ts'
import { toLocation } from './location.ts'
import { MediaType } from './media-type.ts'
import type { Request } from './request.ts'

const serializers = new CompiledOnce<Serialize>()

export class Reply {
  declare request: Request
  declare log: Logger
  declare readonly [exchangeKey]: Exchange

  constructor(exchange: Exchange, log: Logger) {
    this.request = exchange.request
    this.log = log
    this[exchangeKey] = exchange
  }

  get raw(): ServerResponse {
    const { transport, currentCall } = this[exchangeKey]
    return transport.exposeResponse(currentCall)
  }
  set raw(value: ServerResponse) {
    this[exchangeKey].transport.response = value
  }
  get server(): object {
    return this[exchangeKey].plan.app
  }
  get routeOptions(): Record<string, unknown> {
    return this.request.routeOptions
  }
  get sent(): boolean {
    return this[exchangeKey].hijacked || this[exchangeKey].transport.isEnded
  }
  get statusCode(): number {
    return this[exchangeKey].transport.statusCode
  }
  set statusCode(value: number) {
    this.code(value)
  }
  /** In milliseconds from the arrival of the request to the end of the response, or until now; 0 if time is not measured. */
  get elapsedTime(): number {
    const { startTime, endTime } = this[exchangeKey]
    return startTime === 0 ? 0 : (endTime || performance.now()) - startTime
  }
  get mediaType(): string | undefined {
    return MediaType.parse(this.getHeader('content-type')).essence || undefined
  }

  /** @throws FST_ERR_BAD_STATUS_CODE when the status is not a number from 100 to 599 */
  code(status: number | string): this {
    const value = Number(status)
    if (!(value >= 100 && value <= 599)) {
      // Catches a forgotten `await`: the status is a promise, whose rejection must not end the process.
      swallowIfPromise(status)
      throw new errors.FST_ERR_BAD_STATUS_CODE(status || String(status))
    }
    this[exchangeKey].transport.statusCode = value
    this[exchangeKey].statusIsSet = true
    return this
  }
  status(status: number | string): this {
    return this.code(status)
  }
  header(name: string, value: HeaderValue = ''): this {
    setHeader(this[exchangeKey].headers, name, value)
    return this
  }
  headers(given: Record<string, HeaderValue>): this {
    try {
      for (const name of Object.keys(given)) this.header(name, given[name])
    } catch (error) {
      // `error` reports the first promise in `given`. This call handles rejections of the others, which would end the process.
      containsPromise(given)
      throw error
    }
    return this
  }
  getHeader(name: string): HeaderValue | undefined {
    const { headers, transport } = this[exchangeKey]
    const own = headers[name.toLowerCase()]
    return own !== undefined ? own : transport.response?.getHeader(name)
  }
  getHeaders(): Record<string, HeaderValue | undefined> {
    return { ...this[exchangeKey].transport.response?.getHeaders(), ...this[exchangeKey].headers }
  }
  hasHeader(name: string): boolean {
    const { headers, transport } = this[exchangeKey]
    return headers[name.toLowerCase()] !== undefined || transport.response?.hasHeader(name) === true
  }
  removeHeader(name: string): this {
    const { headers, transport } = this[exchangeKey]
    delete headers[name.toLowerCase()]
    if (!transport.isBegun && transport.response?.hasHeader(name)) transport.response.removeHeader(name)
    return this
  }
  type(contentType: string): this {
    if (typeof contentType !== 'string') refusePromise('content-type', contentType)
    this[exchangeKey].headers['content-type'] = contentType
    return this
  }
  /** Status: the argument, otherwise the one set by `code()`, otherwise 302 (RFC 9110 §15.4). @throws ESP_ERR_REP_LOCATION_INVALID */
  redirect(url: string, status?: number): this {
    const chosen = status || (this[exchangeKey].statusIsSet ? this[exchangeKey].transport.statusCode : 302)
    return this.header('location', toLocation(url)).code(chosen).send()
  }

  /** @throws FST_ERR_SEND_INSIDE_ONERR when called by an `onError` hook */
  send(payload?: unknown): this {
    const exchange = this[exchangeKey]
    exchange.plan.send(exchange, payload)
    return this
  }
  hijack(): this {
    const exchange = this[exchangeKey]
    exchange.hijacked = true
    exchange.answered = true
    exchange.release?.()
    exchange.plan.responseTimeouts.remove(exchange)
    exchange.plan.closing.track(exchange)
    return this
  }
  callNotFound(): this {
    const exchange = this[exchangeKey]
    exchange.plan.callNotFound(exchange)
    return this
  }
  /** Sends nothing over HTTP/1.0 (RFC 9110 §15.2), after the head, or without a `link`. The callback always runs, on a later tick. */
  writeEarlyHints(hints: Record<string, string | string[]>, callback?: () => void): this {
    const { transport } = this[exchangeKey]
    const checked = checkEarlyHints(hints)
    if (transport.isBegun) logSafely(this.log, 'warn', 'early hints came after the head of the answer and were dropped')
    const isSent = !transport.isBegun && transport.version > 1 && checked.link !== undefined
    if (isSent) transport.writeEarlyHints(checked, callback)
    else if (callback !== undefined) process.nextTick(callback)
    return this
  }

  serializer(serialize: (payload: unknown) => unknown): this {
    this[exchangeKey].serializer = serialize
    return this
  }
  serialize(payload: unknown): unknown {
    const exchange = this[exchangeKey]
    return exchange.plan.serialization.serialize(exchange, payload)
  }
  getSerializationFunction(schemaOrStatus: object | string | number, mediaType?: string): Serialize | undefined {
    const { plan } = this[exchangeKey]
    if (typeof schemaOrStatus !== 'object') return plan.serialization.exact(schemaOrStatus, mediaType)
    return serializers.find(schemaOrStatus, plan)
  }
  compileSerializationSchema(schema: object, status: unknown = null, mediaType: unknown = null): Serialize {
    const { plan } = this[exchangeKey]
    const { method, url } = this.request
    return serializers.ensure(schema, plan, () =>
      plan.serialization.compile(schema, status, mediaType, { method, url })
    )
  }
  /** Signatures: `(input, schema, status?, mediaType?)` and `(input, status, mediaType?)`. @throws FST_ERR_MISSING_SERIALIZATION_FN */
  serializeInput(input: unknown, schemaOrStatus: object | string | number, second?: unknown, third?: unknown): string {
    const byStatus = typeof schemaOrStatus !== 'object'
    const status = byStatus ? schemaOrStatus : second
    const mediaType = byStatus ? second : third
    if (status === undefined || status === null) return this.compileSerializationSchema(schemaOrStatus as object)(input)
    const { serialization } = this[exchangeKey].plan
    const serialize = serialization.exact(status as string, mediaType as string | undefined)
    if (serialize !== undefined) return serialize(input)
    if (mediaType) throw new errors.FST_ERR_MISSING_CONTENTTYPE_SERIALIZATION_FN(status, mediaType)
    throw new errors.FST_ERR_MISSING_SERIALIZATION_FN(status)
  }

  /** @throws FST_ERR_BAD_TRAILER_NAME when the field is invalid or not allowed in trailers; FST_ERR_BAD_TRAILER_VALUE */
  trailer(name: string, fn: TrailerFunction): this {
    const lower = name.toLowerCase()
    if (forbiddenTrailers.has(lower) || !isName(name)) throw new errors.FST_ERR_BAD_TRAILER_NAME(lower)
    if (typeof fn !== 'function') throw new errors.FST_ERR_BAD_TRAILER_VALUE(lower, typeof fn)
    const exchange = this[exchangeKey]
    exchange.trailers ??= {}
    exchange.trailers[lower] = fn
    return this
  }
  hasTrailer(name: string): boolean {
    return this[exchangeKey].trailers?.[name.toLowerCase()] !== undefined
  }
  removeTrailer(name: string): this {
    const { trailers } = this[exchangeKey]
    if (trailers !== null) trailers[name.toLowerCase()] = undefined
    return this
  }

  /** Makes the reply awaitable: it settles when the response was written, so that an async handler can `return reply`. */
  // biome-ignore lint/suspicious/noThenProperty: awaiting the reply is how an async handler says that it answers later
  then(fulfilled: () => void, rejected?: (error: Error) => void): void {
    if (this.sent) return fulfilled()
    const { transport } = this[exchangeKey]
    // If the client disconnects early, the promise fulfills: this is not an error of the handler.
    const forget = transport.onClose(fulfilled)
    transport.onFinished((error) => {
      forget()
      if (error === null) fulfilled()
      else if (rejected) rejected(error)
      else logSafely(this.log, 'warn', { err: error }, 'the reply failed after its handler had returned it')
    })
  }

  getDecorator(name: PropertyKey): unknown {
    if (!(name in this)) throw new errors.FST_ERR_DEC_UNDECLARED(String(name), 'reply')
    const value = (this as unknown as Record<PropertyKey, unknown>)[name]
    return typeof value === 'function' ? value.bind(this) : value
  }
}
