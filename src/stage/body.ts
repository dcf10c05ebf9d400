/**
 * Reads the body of a request: runs the `preParsing` hooks, chooses a parser by media type, reads within `bodyLimit`, and parses.
 *
 * The limit is checked three times: the `content-length` before reading, the bytes so far while reading, and the total at the end.
 */
import { AsyncResource } from 'node:async_hooks'
import { isUtf8 } from 'node:buffer'
import { logSafely } from '../base/log-safely.ts'
import { promiseOf, swallowIfPromise } from '../base/outcome.ts'
import { isNodeStream } from '../base/payload.ts'
import { answerStatusOf, errors, isFailure, toReason, withoutStack } from '../error/error.ts'
import { type Exchange, mediaTypeOf } from '../http/exchange.ts'
import { defaultUnreadLimit } from '../http/transport.ts'
import type { ContentTypeParser } from '../tree/content-type-parser.ts'
import type { Callable } from '../user-function.ts'
import { collectBody } from './collect-body.ts'
import { emptyBodyParser, isEmpty, isEmptyForCertain, mayBeEmpty } from './empty-body.ts'
import { compilePayloadHooks, reportSecondCall } from './hooks.ts'
import type { BoundHook, Step } from './step.ts'

export interface BodyOptions {
  readonly app: object
  readonly preParsing: readonly BoundHook[]
  readonly parsers: {
    find(normalized: string, essence: string): ContentTypeParser | undefined
    readonly catchAll: ContentTypeParser | undefined
  }
  /** The route's own limit in bytes, which takes precedence over the parser's. */
  readonly routeLimit: number | undefined
  /** The limit in bytes if neither the route nor the parser has one. */
  readonly serverLimit: number
  /** The methods whose requests may carry a body that is parsed. */
  readonly bodywith: ReadonlySet<string>
  /** Whether one of the route's methods is in `bodywith`. */
  readonly mayHaveBody: boolean
  /** Whether no route matched the request. The response is then a 404, even if no parser accepts the body. */
  readonly is404: boolean
  /** Whether an invalid or oversize body is an error. Otherwise the request continues without a body. */
  readonly needsBody: boolean
  /** Whether an empty body counts as absent, whatever its content type. Otherwise the parser for the content type gets the empty body. */
  readonly emptyIsNone: boolean
  /** Whether built-in parsers refuse text that they would decode wrongly: another charset, or invalid UTF-8. */
  readonly refusesForeignText: boolean
}

/** Compiles the body stage; `next` runs when `request.body` is set, or when there is no body. */
export function compileBody(options: BodyOptions, next: Step): Step {
  const limit = options.routeLimit ?? options.serverLimit
  const bound: Step = (exchange) => {
    exchange.transport.unreadLimit = limit
    next(exchange)
  }
  if (!options.mayHaveBody && options.preParsing.length === 0) return limit === defaultUnreadLimit ? next : bound
  const parse: Step = (exchange) => {
    if (!mayReadBody(options, exchange)) return
    if (limit !== defaultUnreadLimit) exchange.transport.unreadLimit = limit
    if (options.bodywith.has(exchange.transport.method)) parseByType(options, exchange, next)
    else next(exchange)
  }
  if (options.preParsing.length === 0) return parse
  const runHooks = compilePayloadHooks(
    options.preParsing,
    (exchange, given) => {
      // A hook may call back with null to leave the body unchanged.
      const { body } = exchange.transport
      const stream = given ?? body
      if (stream !== body && !guardStream(exchange, stream)) return
      exchange.stream = stream
      parse(exchange)
    },
    (exchange) => exchange.answered
  )
  return (exchange) => {
    if (mayReadBody(options, exchange)) runHooks(exchange, exchange.transport.body)
  }
}

/** The parser of the body, or `undefined` if the body is not read. */
function findReader({ parsers, bodywith }: BodyOptions, exchange: Exchange): ContentTypeParser | undefined {
  const { transport } = exchange
  if (!bodywith.has(transport.method)) return undefined
  if (transport.readField('content-type') === undefined) return parsers.catchAll
  const mediaType = mediaTypeOf(exchange)
  return mediaType.isValid ? parsers.find(String(mediaType), mediaType.essence) : undefined
}

/**
 * Sends 100 Continue (RFC 9110 §10.1.1) to a client that waits for it, if the body will be read. Returns an error if the declared length is too
 * large.
 */
function sendContinueFor(options: BodyOptions, exchange: Exchange): Error | null {
  const reader = findReader(options, exchange)
  // Without a parser, the body is read only by a handler that uses `request.raw`. Reading `request.raw` sends 100 Continue itself.
  if (reader === undefined && options.preParsing.length === 0) return null
  const limit = options.routeLimit ?? reader?.bodyLimit ?? options.serverLimit
  const isBounded = reader?.parseAs !== undefined
  if (isBounded && Number(exchange.transport.readField('content-length')) > limit)
    return withoutStack(() => new errors.FST_ERR_CTP_BODY_TOO_LARGE())
  exchange.transport.sendContinue()
  return null
}

/** Whether the body may be read: false if a client that waits for 100 Continue was refused. Other clients send their body in any case. */
function mayReadBody(options: BodyOptions, exchange: Exchange): boolean {
  const error = exchange.transport.expectsContinue ? sendContinueFor(options, exchange) : null
  if (error !== null) refuse(exchange, error)
  return error === null
}

/**
 * Checks the value by which a hook replaced the body. A stream gets an error listener, because an error before the stream is read would end the
 * process.
 */
function guardStream(exchange: Exchange, stream: unknown): boolean {
  if (!isNodeStream(stream)) {
    const given = swallowIfPromise(stream) ? 'a promise' : typeof stream
    exchange.plan.fail(exchange, new TypeError(`A preParsing hook must hand on a readable stream, not ${given}`))
    return false
  }
  stream.on('error', (error) =>
    logSafely(exchange.request.log, 'debug', { err: error }, 'the stream of a preParsing hook failed')
  )
  return true
}

/** Abandons an invalid or oversize body. The rest is not read, so the connection cannot carry another request. */
function closeAfterResponse({ transport, reply }: Exchange): void {
  if (transport.version < 2) reply.header('connection', 'close')
}

function refuse(exchange: Exchange, error: unknown): void {
  closeAfterResponse(exchange)
  exchange.plan.fail(exchange, error)
}

/** Continues without the body if it is invalid and no route matched the request. An error of the parser itself still fails the request. */
function skipBody(exchange: Exchange, error: unknown, next: Step): void {
  const { answered, transport, reply } = exchange
  if (transport.isAborted || answerStatusOf(error, 500) >= 500) return refuse(exchange, error)
  if (answered) return
  logSafely(reply.log, 'debug', { err: error }, 'the body of a request that no route matches was passed over')
  closeAfterResponse(exchange)
  next(exchange)
}

function parseByType(options: BodyOptions, exchange: Exchange, next: Step): void {
  const { transport } = exchange
  const mediaType = mediaTypeOf(exchange)
  const isUntyped = transport.readField('content-type') === undefined
  if (isUntyped && isEmpty(exchange) && transport.method !== 'QUERY') return next(exchange)
  if (options.emptyIsNone && !isUntyped && isEmptyForCertain(exchange)) return next(exchange)
  if (isUntyped && transport.method === 'QUERY' && !options.is404) {
    return exchange.plan.fail(
      exchange,
      withoutStack(() => new errors.FST_ERR_ROUTE_MISSING_CONTENT_TYPE('QUERY'))
    )
  }
  const isKnown = isUntyped || mediaType.isValid
  const parser = isUntyped ? options.parsers.catchAll : options.parsers.find(String(mediaType), mediaType.essence)
  if (isKnown && parser !== undefined) return read(options, parser, exchange, next)
  if (options.is404) return next(exchange)
  if (options.emptyIsNone && mayBeEmpty(exchange)) return read(options, emptyBodyParser, exchange, next)
  exchange.plan.fail(
    exchange,
    withoutStack(() => new errors.FST_ERR_CTP_INVALID_MEDIA_TYPE())
  )
}

type Done = (error: unknown, body?: unknown) => void

/**
 * Makes the callback of a parser. Only its first call has an effect. The bytes of a body arrive in the async context of the connection, and a parser
 * may call back from any async context. The following steps have to run in the context of the request, where `AsyncLocalStorage` returns the
 * request's store.
 */
function inContextOfRequest(finish: Done, { parse, plugin }: ContentTypeParser, exchange: Exchange): Done {
  const context = new AsyncResource('content-type-parser:run')
  let settled = false
  return (error, body) => {
    if (settled) return reportSecondCall({ fn: parse, plugin, role: 'parser' }, exchange, error)
    settled = true
    context.runInAsyncScope(finish, null, error, body)
    context.emitDestroy()
  }
}

function read(options: BodyOptions, parser: ContentTypeParser, exchange: Exchange, next: Step): void {
  const { plan } = exchange
  const finish: Done = (error, body) => {
    try {
      if (isFailure(error)) return options.needsBody ? refuse(exchange, error) : skipBody(exchange, error, next)
      if (exchange.answered || exchange.plan !== plan) return
      // `body` may be a promise that the handler never awaits, so a rejection is ignored.
      if (!parser.isBuiltIn) swallowIfPromise(body)
      exchange.request.body = body
      next(exchange)
    } catch (thrown) {
      // The parser has finished. An exception of a later step must fail the request and not reach the parser.
      plan.fail(exchange, thrown)
    }
  }
  const readsWhole = exchange.stream === null
  // A built-in parser calls back synchronously, and a whole body is read in the request's own async context, so no context has to be restored.
  const done = parser.isBuiltIn && readsWhole ? finish : inContextOfRequest(finish, parser, exchange)
  if (parser.parseAs === undefined) {
    if (options.routeLimit === undefined && parser.bodyLimit !== undefined)
      exchange.transport.unreadLimit = parser.bodyLimit
    return call(parser.parse, options.app, exchange.request, exchange.stream ?? exchange.transport.body, done)
  }
  const limit = options.routeLimit ?? parser.bodyLimit ?? options.serverLimit
  collectBody(exchange, limit, (error, bytes) => {
    if (isFailure(error)) return done(error)
    if (bytes.length === 0 && options.emptyIsNone) return done(null)
    const content = parser.parseAs === 'string' ? bytes.toString() : bytes
    const failure =
      parser.isBuiltIn && options.refusesForeignText ? findForeignText(exchange, parser, bytes, content) : undefined
    if (failure) return done(failure)
    call(parser.parse, options.app, exchange.request, content, done)
  })
}

function findForeignText(
  exchange: Exchange,
  parser: ContentTypeParser,
  bytes: Buffer,
  content: string | Buffer
): Error | undefined {
  const charset = mediaTypeOf(exchange).parameters.get('charset')
  if (charset !== undefined && !utf8Names.test(charset)) return new errors.ESP_ERR_CTP_UNSUPPORTED_CHARSET(charset)
  // Decoding replaces invalid UTF-8 by U+FFFD. Valid texts rarely contain it, so the bytes are rarely checked.
  if (parser.requiresUtf8 === true && content.includes('\ufffd') && !isUtf8(bytes))
    return withoutStack(() => new errors.ESP_ERR_CTP_INVALID_UTF8())
  return undefined
}

const utf8Names = /^(utf-?8|us-ascii|ascii)$/i

/** Calls a parser, which reports its result by a promise or by `done`. */
function call(fn: Callable, app: object, request: unknown, content: unknown, done: Done): void {
  let result: unknown
  try {
    result = fn.call(app, request, content, done)
  } catch (error) {
    return done(toReason(error))
  }
  promiseOf(result)?.then(
    (body) => done(null, body),
    (error) => done(toReason(error))
  )
}

export function parseText(_request: unknown, body: string, done: (error: null, body: string) => void): void {
  done(null, body)
}
