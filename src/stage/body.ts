/** Reads the body of a request. `bodyLimit` applies to the declared `content-length`, to the bytes so far, and to the total. */
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
  /** In bytes. Takes precedence over the parser's limit. */
  readonly routeLimit: number | undefined
  /** In bytes. Applies if neither the route nor the parser has a limit. */
  readonly serverLimit: number
  /** The methods whose bodies are parsed. */
  readonly bodywith: ReadonlySet<string>
  readonly mayHaveBody: boolean
  readonly is404: boolean
  /** If false, a request with an invalid or oversize body continues without a body. */
  readonly needsBody: boolean
  /** Whether an empty body counts as absent, whatever its content type. */
  readonly emptyIsNone: boolean
  /** Whether built-in parsers refuse text that they would decode wrongly: another charset, or invalid UTF-8. */
  readonly requiresUtf8: boolean
}

export function compileBody(options: BodyOptions, next: Step): Step {
  const limit = options.routeLimit ?? options.serverLimit
  const setLimit: Step = (exchange) => {
    exchange.transport.unreadLimit = limit
    next(exchange)
  }
  if (!options.mayHaveBody && options.preParsing.length === 0) return limit === defaultUnreadLimit ? next : setLimit
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

const isUntyped = ({ transport }: Exchange) => transport.readField('content-type') === undefined

function findParser({ parsers }: BodyOptions, exchange: Exchange, hasNoType: boolean): ContentTypeParser | undefined {
  if (hasNoType) return parsers.catchAll
  const mediaType = mediaTypeOf(exchange)
  return mediaType.isValid ? parsers.find(String(mediaType), mediaType.essence) : undefined
}

/** A client that waits for 100 Continue (RFC 9110 §10.1.1) gets the error for a body that is too large before it sends the body. */
function mayReadBody(options: BodyOptions, exchange: Exchange): boolean {
  const { transport } = exchange
  if (!transport.expectsContinue) return true
  const parser = options.bodywith.has(transport.method) ? findParser(options, exchange, isUntyped(exchange)) : undefined
  // A body without a parser is read only by a handler that uses `request.raw`, and the first read sends 100 Continue.
  if (parser === undefined && options.preParsing.length === 0) return true
  const limit = options.routeLimit ?? parser?.bodyLimit ?? options.serverLimit
  if (parser?.parseAs !== undefined && Number(transport.readField('content-length')) > limit) {
    refuse(
      exchange,
      withoutStack(() => new errors.FST_ERR_CTP_BODY_TOO_LARGE())
    )
    return false
  }
  transport.sendContinue()
  return true
}

function guardStream(exchange: Exchange, stream: unknown): boolean {
  if (!isNodeStream(stream)) {
    const given = swallowIfPromise(stream) ? 'a promise' : typeof stream
    exchange.plan.fail(exchange, new TypeError(`A preParsing hook must hand on a readable stream, not ${given}`))
    return false
  }
  // Without a listener, an error before the stream is read would end the process.
  stream.on('error', (error) =>
    logSafely(exchange.request.log, 'debug', { err: error }, 'the stream of a preParsing hook failed')
  )
  return true
}

/** The rest of a refused body is not read, so the connection cannot carry another request. */
function closeAfterResponse({ transport, reply }: Exchange): void {
  if (transport.version < 2) reply.header('connection', 'close')
}

function refuse(exchange: Exchange, error: unknown): void {
  closeAfterResponse(exchange)
  exchange.plan.fail(exchange, error)
}

/** If no route matches, an invalid body is ignored. An error of the parser itself, which has a status of 500 or more, still fails the request. */
function skipBody(exchange: Exchange, error: unknown, next: Step): void {
  const { answered, transport, reply } = exchange
  if (transport.isAborted || answerStatusOf(error, 500) >= 500) return refuse(exchange, error)
  if (answered) return
  logSafely(reply.log, 'debug', { err: error }, 'the body of a request that no route matches was passed over')
  closeAfterResponse(exchange)
  next(exchange)
}

function parseByType(options: BodyOptions, exchange: Exchange, next: Step): void {
  const isQuery = exchange.transport.method === 'QUERY'
  const hasNoType = isUntyped(exchange)
  if (hasNoType && isEmpty(exchange) && !isQuery) return next(exchange)
  if (options.emptyIsNone && !hasNoType && isEmptyForCertain(exchange)) return next(exchange)
  if (hasNoType && isQuery && !options.is404) {
    const error = withoutStack(() => new errors.FST_ERR_ROUTE_MISSING_CONTENT_TYPE('QUERY'))
    return exchange.plan.fail(exchange, error)
  }
  const parser = findParser(options, exchange, hasNoType)
  if (parser !== undefined) return read(options, parser, exchange, next)
  if (options.is404) return next(exchange)
  if (options.emptyIsNone && mayBeEmpty(exchange)) return read(options, emptyBodyParser, exchange, next)
  const error = withoutStack(() => new errors.FST_ERR_CTP_INVALID_MEDIA_TYPE())
  exchange.plan.fail(exchange, error)
}

type Done = (error: unknown, body?: unknown) => void

/**
 * The bytes of a body arrive in the async context of the connection, and a parser may call back from any context. The next steps must run in the
 * context of the request, where `AsyncLocalStorage` returns the request's store. Only the first call has an effect.
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
      // An exception of a later step must fail the request and not reach the parser.
      plan.fail(exchange, thrown)
    }
  }
  const readsWhole = exchange.stream === null
  // A built-in parser calls back synchronously, and a whole body is read in the async context of the request. So no context must be restored.
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
    const failure = parser.isBuiltIn && options.requiresUtf8 ? findNonUtf8(exchange, parser, bytes, content) : undefined
    if (failure) return done(failure)
    call(parser.parse, options.app, exchange.request, content, done)
  })
}

function findNonUtf8(
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
