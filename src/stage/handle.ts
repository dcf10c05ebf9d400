import { logSafely } from '../base/log-safely.ts'
import { promiseOf } from '../base/outcome.ts'
import { errors } from '../error/error.ts'
import { warn } from '../error/warning.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Step } from './step.ts'
import { channels, runTraced, traceError, traceSettling } from './trace.ts'

/**
 * Sends the value that a promise resolves to, or its error. The result is ignored if the reply was hijacked, or if the not-found handler or another
 * error handler took over. `undefined` is also ignored after a handler has used `reply.send` or `reply.raw`.
 */
export function watch(result: PromiseLike<unknown>, exchange: Exchange, sends: number): void {
  const { plan, errorHandlerIndex } = exchange
  const isCurrent = () =>
    !exchange.hijacked && exchange.plan === plan && exchange.errorHandlerIndex === errorHandlerIndex
  const traced = traceSettling(exchange)
  const resolve = (payload: unknown) => {
    if (isCurrent() && (payload !== undefined || !hasResponded(exchange, sends))) sendResult(exchange, payload)
  }
  const reject = (reason: unknown) => {
    if (exchange.reply.sent)
      logSafely(exchange.reply.log, 'error', { err: reason }, 'Promise errored, but reply.sent = true was set')
    else if (isCurrent()) plan.fail(exchange, reason)
  }
  if (traced === null) return void result.then(resolve, reject)
  result.then(
    (payload) => traced(() => resolve(payload)),
    (reason) => traced(() => reject(reason), { reason })
  )
}

function hasResponded({ sends, transport }: Exchange, sendsBefore: number): boolean {
  return sends !== sendsBefore || transport.isAborted || transport.isBegun
}

export function sendResult(exchange: Exchange, payload: unknown): void {
  if (payload === exchange.reply) return
  try {
    exchange.reply.send(payload)
  } catch (error) {
    exchange.plan.fail(exchange, error)
  }
}

export const handle: Step = (exchange) => {
  if (exchange.answered) return
  if (channels.hasSubscribers === true) runTraced(exchange, callHandler)
  else callHandler(exchange)
}

export const handleAs =
  (plainStatus: number): Step =>
  (exchange) => {
    const { statusIsSet, transport } = exchange
    if (!exchange.answered && !statusIsSet && transport.statusCode === 200) transport.statusCode = plainStatus
    handle(exchange)
  }

/** As in Fastify, the error of a `preHandler` hook is published on the channels of the handler. */
export function failTraced(exchange: Exchange, error: unknown): void {
  const { plan } = exchange
  const fail = () => {
    traceError(exchange, error)
    plan.fail(exchange, error)
  }
  if (channels.hasSubscribers === true) runTraced(exchange, fail)
  else plan.fail(exchange, error)
}

function callHandler(exchange: Exchange): void {
  const { plan, request, reply, sends } = exchange
  const { app, handler } = plan
  exchange.currentCall = handler
  let result: unknown
  exchange.calls++
  try {
    result = handler.fn.call(app, request, reply)
  } catch (error) {
    traceError(exchange, error)
    return exchange.hijacked ? reportSecondAnswer(exchange) : plan.fail(exchange, error)
  } finally {
    exchange.calls--
  }
  if (result === undefined) return warnIfUnanswered(exchange)
  if (result === reply) return
  const promise = promiseOf(result)
  if (promise !== null) watch(promise, exchange, sends)
  else sendResult(exchange, result)
}

const checkedHandlers = new WeakSet<object>()

/** A handler that returns nothing and has no parameter for the reply can never respond. */
function warnIfUnanswered({ answered, plan, transport }: Exchange): void {
  const { fn } = plan.handler
  if (answered || fn.length > 1 || checkedHandlers.has(fn)) return
  checkedHandlers.add(fn)
  // The handler may get the reply by `arguments` or rest parameters, or may be a bound function.
  if (transport.isBegun || /\barguments\b|\.\.\.|\[native code\]/.test(Function.prototype.toString.call(fn))) return
  const { url, method } = plan.config
  warn('ESPWRN006', `'${fn.name || 'anonymous'}'`, [method].flat().join(), url)
}

export function reportSecondAnswer(exchange: Exchange): void {
  const { request, reply } = exchange
  logSafely(reply.log, 'warn', { err: new errors.FST_ERR_REP_ALREADY_SENT(request.url, request.method) })
}
