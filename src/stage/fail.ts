/**
 * Handles an error: `onError` hooks run once, then the error handlers from the route up to the default handler.
 *
 * If a handler throws, rejects or sends an error, the next handler gets the new error. After the response head was sent, the application's handlers
 * still run, so that they can write the rest of the response. Without such handlers the connection is closed.
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
  /** Runs the `onSend` hooks and writes the response. */
  readonly finish: PayloadStep
}

/** The first error after the response head was sent. Later errors of error handlers explain less. */
const firstLateErrors = new WeakMap<Exchange, unknown>()

function handleLateError(exchange: Exchange, error: unknown): void {
  const { log } = exchange.reply
  if (exchange.hijacked) return logSafely(log, 'info', { err: error }, 'an error after the reply was hijacked')
  const first = firstLateErrors.get(exchange) ?? error
  logSafely(log, 'error', { err: first }, 'an error after the answer had begun')
  if (first !== error) logSafely(log, 'warn', { err: error }, 'the answer to an error failed')
  if (!exchange.transport.isEnded) exchange.transport.abort()
}

/** Sends the default error body without hooks. If a header is invalid, all headers of the application are left out. */
function answerWithoutHandlers(options: FailOptions, exchange: Exchange, error: unknown): void {
  const { headers, reply, request, transport } = exchange
  if (transport.isBegun) return handleLateError(exchange, error)
  logSafely(reply.log, 'warn', { err: error }, 'the answer to an error failed')
  // A status of 400 or more was set for the original error, and is kept.
  if (transport.statusCode < 400) transport.statusCode = answerStatusOf(error, 500)
  transport.forgetPhrase()
  removeRepresentationFields(exchange)
  const body = defaultBody(options, exchange, error)
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
  const fallback: PayloadStep = (exchange, error) => answerWithoutHandlers(options, exchange, error)
  const first = onError.length === 0 ? handle : compileErrorHooks(onError, handle)
  const last = onError.length === 0 ? fallback : compileErrorHooks(onError, fallback)
  return (exchange, error) => {
    const { transport } = exchange
    if (exchange.hijacked || transport.isEnded) return handleLateError(exchange, error)
    if (transport.isBegun && !firstLateErrors.has(exchange)) firstLateErrors.set(exchange, error)
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
  if (isBegun && handler?.isDefault !== false) return handleLateError(exchange, error)
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

/** A thrown value that is not an error may have secret properties, so it is sent only with `exposeErrors`. */
export function createDefaultErrorHandler(
  log: (error: unknown, exchange: Pick<Exchange, 'request' | 'reply'>, isClientGone: boolean) => void,
  exposeErrors: boolean
) {
  return (error: unknown, request: Exchange['request'], reply: Exchange['reply']): void => {
    // The status is set and the error logged first, because reading the headers below may throw.
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

/** If the route has a response schema for the status, the schema serializes the error. */
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

/** As in Fastify, this body lacks the member `error` with the reason phrase. */
function faultBody({ code, message }: { code: string; message: string }, statusCode: number): string {
  return JSON.stringify({ statusCode, code, message })
}

/** The payload for a response schema. It has the error's own properties only if clients may see the error's message. */
function toErrorPayload(error: unknown, statusCode: number, exposeMessage: boolean): object {
  const phrase = STATUS_CODES[statusCode]
  if (!exposeMessage) return { statusCode, error: phrase, message: phrase ?? '' }
  return Object.create(error as object, {
    error: { value: phrase },
    message: { value: readOf(error, 'message') },
    statusCode: { value: statusCode },
    // A serializer would call `toJSON`. In errors of some HTTP clients it returns the client's whole configuration.
    toJSON: { value: undefined }
  })
}
