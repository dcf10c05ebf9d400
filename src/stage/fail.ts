/**
 * The path of an error: `onError` hooks once, then the chain of error handlers from the route up to the default handler, then the default body.
 *
 * If a handler throws, rejects or sends an error, the next handler of the chain gets the new error. If a handler sends any other value, that value is
 * the response. The chain also runs after the head was sent, so that handlers can write the rest of the response. Without such a handler the
 * connection is closed.
 */
import { logSafely } from '../base/log-safely.ts'
import { isErrorObject, promiseOf } from '../base/outcome.ts'
import { assertSync } from '../error/assert-sync.ts'
import { defaultErrorBody, errorHead, jsonType } from '../error/body.ts'
import { answerStatusOf, errors, readOf } from '../error/error.ts'
import { isForClients } from '../error/exposure.ts'
import { headlineOf } from '../error/note.ts'
import { type Exchange, exchangeKey } from '../http/exchange.ts'
import { removeRepresentationFields } from '../http/reset-response.ts'
import type { LogController } from '../log/request-log.ts'
import { STATUS_CODES } from '../node-http.ts'
import type { Policy } from '../policy.ts'
import { sendResult, watch } from './handle.ts'
import { compileErrorHooks, runStep } from './hooks.ts'
import { addRouteToError } from './serialization-error.ts'
import type { BoundHook, ErrorHandler, PayloadStep } from './step.ts'

export interface FailOptions {
  readonly handlers: readonly ErrorHandler[]
  readonly onError: readonly BoundHook[]
  readonly policy: Pick<Policy, 'exposeErrors' | 'keepsErrorStatus' | 'namesUnserialized'>
  readonly logs: LogController | null
  /** Sends a response: runs the `onSend` hooks and writes. */
  readonly finish: PayloadStep
}

/** The first error of each exchange that failed after its head was sent. Error handlers often fail as well then, with an error that explains less. */
const lateErrors = new WeakMap<Exchange, unknown>()

/** Handles an error that is too late for a response: the connection is closed, and the error is logged. */
function giveUp(exchange: Exchange, error: unknown): void {
  const { log } = exchange.reply
  if (exchange.hijacked) return logSafely(log, 'info', { err: error }, 'an error after the reply was hijacked')
  const first = lateErrors.get(exchange) ?? error
  logSafely(log, 'error', { err: first }, 'an error after the answer had begun')
  if (first !== error) logSafely(log, 'warn', { err: error }, 'the answer to an error failed')
  if (!exchange.transport.isEnded) exchange.transport.abort()
}

/**
 * Sends the default error body after a first attempt has failed. No hooks run, and if a header is invalid, all headers of the application are left
 * out.
 */
function answerWithoutHandlers(options: FailOptions, exchange: Exchange, error: unknown): void {
  const { headers, reply, request, transport } = exchange
  if (transport.isBegun) return giveUp(exchange, error)
  logSafely(reply.log, 'warn', { err: error }, 'the answer to an error failed')
  // A status of 400 or more is kept: it was set for the original error.
  if (transport.statusCode < 400) transport.statusCode = answerStatusOf(error, 500)
  transport.forgetPhrase()
  removeRepresentationFields(exchange)
  const body = defaultBody(options, exchange, error)
  // The content length below replaces the transfer coding of the failed response.
  reply.removeHeader('transfer-encoding').removeHeader('trailer')
  headers['content-length'] = String(Buffer.byteLength(body))
  try {
    transport.respond(transport.statusCode, headers, body)
  } catch (failure) {
    options.logs?.writeHeadError(failure, request, reply)
    if (transport.isBegun) return transport.abort()
    transport.respondAlone(transport.statusCode, errorHead(body), body)
  }
}

export function compileFail(options: FailOptions): PayloadStep {
  const { handlers, onError } = options
  const handle: PayloadStep = (exchange, error) => handleError(options, exchange, error)
  const bare: PayloadStep = (exchange, error) => answerWithoutHandlers(options, exchange, error)
  const first = onError.length === 0 ? handle : compileErrorHooks(onError, handle)
  // If even the default error response fails, the `onError` hooks get that error too.
  const last = onError.length === 0 ? bare : compileErrorHooks(onError, bare)
  return (exchange, error) => {
    const { transport } = exchange
    if (exchange.hijacked || transport.isEnded) return giveUp(exchange, error)
    // Even if the head was sent, the hooks run, and a handler may write the rest of the response. The first error is kept for the log.
    if (transport.isBegun && !lateErrors.has(exchange)) lateErrors.set(exchange, error)
    exchange.answered = true
    exchange.serializer = null
    if (exchange.errorHandlerIndex >= handlers.length) last(exchange, error)
    else if (exchange.errorHandlerIndex === -1) first(exchange, error)
    else handle(exchange, error)
  }
}

function handleError(options: FailOptions, exchange: Exchange, error: unknown): void {
  const { reply, request, sends } = exchange
  const turn = ++exchange.errorHandlerIndex
  const handler = options.handlers[turn]
  const { isBegun } = exchange.transport
  if (isBegun && handler?.isDefault !== false) return giveUp(exchange, error)
  if (handler === undefined) return sendDefault(options, exchange, error)
  if (!isBegun) removeRepresentationFields(exchange)
  if (!handler.isDefault && options.policy.keepsErrorStatus)
    exchange.errorStatus = answerStatusOf(error, exchange.transport.statusCode)
  exchange.currentCall = handler
  let result: unknown
  exchange.calls++
  try {
    result = handler.fn.call(handler.app, error, request, reply)
  } catch (thrown) {
    return exchange.plan.fail(exchange, thrown)
  } finally {
    exchange.calls--
  }
  if (result === undefined || result === reply) return
  const promise = promiseOf(result)
  if (promise !== null) watch(promise, exchange, sends)
  else sendResult(exchange, result)
}

/**
 * The last handler of every chain. It sets the status, writes the log line, and sends the default body. If the error's text is for clients, the
 * error's headers are set. A thrown value that is not an error would expose all of its members, so it is sent only with `exposeErrors`.
 */
export function createDefaultErrorHandler(
  log: (error: unknown, exchange: Pick<Exchange, 'request' | 'reply'>, isClientGone: boolean) => void,
  exposeErrors: boolean
) {
  return (error: unknown, request: Exchange['request'], reply: Exchange['reply']): void => {
    // The status and the log line come first, because reading the headers may throw.
    reply.code(answerStatusOf(error, reply.statusCode))
    log(error, { request, reply }, reply[exchangeKey].transport.isAborted && readOf(error, 'code') === 'ECONNRESET')
    if (!isErrorObject(error))
      return void reply.send(exposeErrors ? error : new Error('no error was thrown', { cause: error }))
    const given = exposeErrors || isForClients(error) ? readOf(error, 'headers') : undefined
    if (typeof given === 'object' && given !== null) reply.headers(given as Record<string, string>)
    reply.send(error)
  }
}

function sendDefault(options: FailOptions, exchange: Exchange, error: unknown): void {
  // An error handler, or the `headers` of the error, may have set a content type that the default body does not have.
  delete exchange.headers['content-type']
  const body = defaultBody(options, exchange, error)
  exchange.headers['content-length'] = String(Buffer.byteLength(body))
  runStep(options.finish, exchange, body)
}

/**
 * The body of an error. If the route has a response schema for the status, the schema serializes the error. Otherwise the body is the default body.
 */
function defaultBody({ policy, logs }: FailOptions, exchange: Exchange, error: unknown): string | Buffer {
  const { headers, plan, reply, request } = exchange
  const { statusCode } = exchange.transport
  headers['content-type'] ??= jsonType
  const exposeMessage = policy.exposeErrors || isForClients(error)
  try {
    const serialize = plan.serialization.find(statusCode, 'application/json')
    if (serialize === undefined) {
      const headline = policy.namesUnserialized && policy.exposeErrors ? headlineOf(error) : undefined
      return defaultErrorBody(error, statusCode, {
        exposeMessage,
        ...(headline !== undefined && { message: headline })
      })
    }
    const body: unknown = assertSync(
      serialize(toErrorPayload(error, statusCode, exposeMessage)),
      'A response serializer'
    )
    if (typeof body === 'string' || Buffer.isBuffer(body)) return body
    return faultBody(new errors.FST_ERR_REP_INVALID_PAYLOAD_TYPE(typeof body), statusCode)
  } catch (failure) {
    addRouteToError(failure, exchange)
    logs?.serializerError(failure, request, reply, { statusCode })
    reply.code(500)
    // The original error and the error of its serialization are both unexpected, so their texts are hidden.
    if (!policy.exposeErrors) return defaultErrorBody(failure, 500, { exposeMessage: false })
    const fault = new errors.FST_ERR_FAILED_ERROR_SERIALIZATION(readOf(failure, 'message'), readOf(error, 'message'))
    return faultBody(fault, 500)
  }
}

/** Returns the body for an error of serialization itself. As in Fastify, this body lacks the member `error` with the reason phrase. */
function faultBody({ code, message }: { code: string; message: string }, statusCode: number): string {
  return JSON.stringify({ statusCode, code, message })
}

/** The payload for a response schema: the fields of the default body, and the error's own properties if its message is for clients. */
function toErrorPayload(error: unknown, statusCode: number, exposeMessage: boolean): object {
  const phrase = STATUS_CODES[statusCode]
  if (!exposeMessage) return { statusCode, error: phrase, message: phrase ?? '' }
  return Object.create(error as object, {
    error: { value: phrase },
    message: { value: readOf(error, 'message') },
    statusCode: { value: statusCode },
    // Hides the error's own `toJSON`, whose result a serializer would send. In errors of some HTTP clients it returns the client's whole
    // configuration.
    toJSON: { value: undefined }
  })
}
