/** The handler, and what it returns. */
import { logSafely } from '../base/log-safely.ts'
import { promiseOf } from '../base/promise.ts'
import { errors } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Step } from './step.ts'
import { isTraced, runTraced } from './trace.ts'
import { enter, leave } from './user-call.ts'

/**
 * Sends what a promise resolves to, or its error. Nothing is sent for a promise that is no longer in charge: the reply was hijacked, went to
 * the not-found plan, or to another error handler; and nothing for `undefined` where an answer was sent or begun meanwhile, if only by
 * `reply.raw`.
 */
export function watch(result: PromiseLike<unknown>, exchange: Exchange, sends: number): void {
  const { plan, errorTurn } = exchange
  const isInCharge = () => !exchange.hijacked && exchange.plan === plan && exchange.errorTurn === errorTurn
  result.then(
    (payload) => {
      if (!isInCharge() || (payload === undefined && needsNone(exchange, sends))) return
      sendResult(exchange, payload)
    },
    (reason) => {
      if (exchange.reply.sent)
        logSafely(exchange.reply.log, 'error', { err: reason }, 'Promise errored, but reply.sent = true was set')
      else if (isInCharge()) plan.fail(exchange, reason)
    }
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
  const { plan, request, reply, sends } = exchange
  const { app, handler } = plan
  exchange.awaited = handler
  let result: unknown
  const outer = enter(exchange)
  try {
    result = isTraced(exchange)
      ? runTraced(exchange, () => handler.fn.call(app, request, reply))
      : handler.fn.call(app, request, reply)
  } catch (error) {
    return exchange.hijacked ? reportSecondAnswer(exchange) : plan.fail(exchange, error)
  } finally {
    leave(outer)
  }
  if (result === undefined || result === reply) return
  const promise = promiseOf(result)
  if (promise !== null) watch(promise, exchange, sends)
  else sendResult(exchange, result)
}

/** Turns a handler's second answer into a warning that names the route. */
export function reportSecondAnswer(exchange: Exchange): void {
  const { request, reply } = exchange
  logSafely(reply.log, 'warn', { err: new errors.FST_ERR_REP_ALREADY_SENT(request.url, request.method) })
}
