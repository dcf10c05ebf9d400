/** The handler, and what it returns. */
import { logSafely } from '../base/log-safely.ts'
import { promiseOf } from '../base/promise.ts'
import { errors } from '../error/error.ts'
import { warn } from '../error/warning.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Step } from './step.ts'
import { isTraced, runTraced, traceError, traceSettling } from './trace.ts'
import { enter, leave } from './user-call.ts'

/**
 * Sends the value that a promise resolves to, or its error. The promise has no effect once the reply was hijacked, went to the not-found plan, or
 * went to another error handler. `undefined` has none where an answer was sent or begun meanwhile, even by `reply.raw`.
 */
export function watch(result: PromiseLike<unknown>, exchange: Exchange, sends: number): void {
  const { plan, errorTurn } = exchange
  const isInCharge = () => !exchange.hijacked && exchange.plan === plan && exchange.errorTurn === errorTurn
  const traced = traceSettling(exchange)
  const resolve = (payload: unknown) => {
    if (!isInCharge() || (payload === undefined && needsNone(exchange, sends))) return
    sendResult(exchange, payload)
  }
  const reject = (reason: unknown) => {
    if (exchange.reply.sent)
      logSafely(exchange.reply.log, 'error', { err: reason }, 'Promise errored, but reply.sent = true was set')
    else if (isInCharge()) plan.fail(exchange, reason)
  }
  if (traced === null) return void result.then(resolve, reject)
  result.then(
    (payload) => traced(() => resolve(payload)),
    (reason) => traced(() => reject(reason), { reason })
  )
}

function needsNone({ transport, sends }: Exchange, before: number): boolean {
  return sends !== before || transport.isAborted || transport.isBegun
}

export function sendResult(exchange: Exchange, payload: unknown): void {
  if (payload === exchange.reply) return
  try {
    exchange.reply.send(payload)
  } catch (error) {
    exchange.plan.fail(exchange, error)
  }
}

/** Calls the handler of the plan in charge: in callback style it answers by `reply.send`, otherwise by what it returns. */
export const handle: Step = (exchange) => {
  if (exchange.answered) return
  if (isTraced(exchange)) runTraced(exchange, () => callHandler(exchange))
  else callHandler(exchange)
}

/** The same, where answers of the handler have another status than 200 unless it, or a hook before it, sets one. */
export const handleAs =
  (plainStatus: number): Step =>
  (exchange) => {
    const { statusIsSet, transport } = exchange
    if (!exchange.answered && !statusIsSet && transport.statusCode === 200) transport.statusCode = plainStatus
    handle(exchange)
  }

/** Fails a request by a hook right before its handler: tracing tools count that as the handler's. */
export function failTraced(exchange: Exchange, error: unknown): void {
  const { plan } = exchange
  const fail = () => {
    traceError(exchange, error)
    plan.fail(exchange, error)
  }
  if (isTraced(exchange)) runTraced(exchange, fail)
  else plan.fail(exchange, error)
}

function callHandler(exchange: Exchange): void {
  const { plan, request, reply, sends } = exchange
  const { app, handler } = plan
  exchange.awaited = handler
  let result: unknown
  const outer = enter(exchange)
  try {
    result = handler.fn.call(app, request, reply)
  } catch (error) {
    traceError(exchange, error)
    return exchange.hijacked ? reportSecondAnswer(exchange) : plan.fail(exchange, error)
  } finally {
    leave(outer)
  }
  if (result === undefined) return tellIfSilent(exchange)
  if (result === reply) return
  const promise = promiseOf(result)
  if (promise !== null) watch(promise, exchange, sends)
  else sendResult(exchange, result)
}

/** Handlers that have been judged: each once, however many requests it has. */
const judged = new WeakSet<object>()

/** Tells of a handler that has returned nothing, and to which no reply was given that it could answer by later. */
function tellIfSilent({ answered, plan, hijacked, transport }: Exchange): void {
  const { fn } = plan.handler
  if (answered || hijacked || fn.length > 1 || judged.has(fn)) return
  judged.add(fn)
  // It may have the reply from elsewhere: from a list of all parameters, or from what it was made of.
  if (transport.isBegun || /\barguments\b|\.\.\.|\[native code\]/.test(Function.prototype.toString.call(fn))) return
  const { url, method } = plan.config
  warn('ESPWRN006', `'${fn.name || 'anonymous'}'`, [method].flat().join(), url)
}

/** Turns a handler's second answer into a warning that names the route. */
export function reportSecondAnswer(exchange: Exchange): void {
  const { request, reply } = exchange
  logSafely(reply.log, 'warn', { err: new errors.FST_ERR_REP_ALREADY_SENT(request.url, request.method) })
}
