/** Calls the handler and handles its result. */
import { logSafely } from '../base/log-safely.ts'
import { promiseOf } from '../base/outcome.ts'
import { errors } from '../error/error.ts'
import { warn } from '../error/warning.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Step } from './step.ts'
import { channels, runTraced, traceError, traceSettling } from './trace.ts'

/**
 * Sends the value that a promise resolves to, or its error. The promise has no effect if meanwhile the reply was hijacked, or the not-found plan or
 * another error handler took over. `undefined` has no effect if a response was sent or begun meanwhile, even by `reply.raw`.
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

/** Calls the handler of the current plan. Its response is its result, or in callback style the payload of `reply.send`. */
export const handle: Step = (exchange) => {
  if (exchange.answered) return
  if (channels.hasSubscribers === true) runTraced(exchange, callHandler)
  else callHandler(exchange)
}

/** The same, with another default status than 200. The handler, or a hook before it, may set the status. */
export const handleAs =
  (plainStatus: number): Step =>
  (exchange) => {
    const { statusIsSet, transport } = exchange
    if (!exchange.answered && !statusIsSet && transport.statusCode === 200) transport.statusCode = plainStatus
    handle(exchange)
  }

/** Fails a request by the hook right before its handler. Tracing tools attribute that error to the handler. */
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
  exchange.awaited = handler
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
  if (result === undefined) return tellIfSilent(exchange)
  if (result === reply) return
  const promise = promiseOf(result)
  if (promise !== null) watch(promise, exchange, sends)
  else sendResult(exchange, result)
}

/** Handlers that were checked: once each, not per request. */
const judged = new WeakSet<object>()

/** Warns of a handler that returned nothing and does not take the reply, so that it cannot respond later. */
function tellIfSilent({ answered, plan, hijacked, transport }: Exchange): void {
  const { fn } = plan.handler
  if (answered || hijacked || fn.length > 1 || judged.has(fn)) return
  judged.add(fn)
  // The handler may get the reply in another way: by `arguments`, rest parameters, or a bound function.
  if (transport.isBegun || /\barguments\b|\.\.\.|\[native code\]/.test(Function.prototype.toString.call(fn))) return
  const { url, method } = plan.config
  warn('ESPWRN006', `'${fn.name || 'anonymous'}'`, [method].flat().join(), url)
}

/** Turns a handler's second response into a warning with the route. */
export function reportSecondAnswer(exchange: Exchange): void {
  const { request, reply } = exchange
  logSafely(reply.log, 'warn', { err: new errors.FST_ERR_REP_ALREADY_SENT(request.url, request.method) })
}
