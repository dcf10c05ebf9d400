/**
 * The timeout of a request: its signal aborts, the response is a 503, and the log names the function that the request waited for.
 *
 * The application's `onError` hooks, error handlers and `onSend` hooks run for the 503, and get extra time. If they do not finish in that time
 * either, a 503 is sent without them.
 */
import { logSafely } from '../base/log-safely.ts'
import { defaultErrorBody, errorHead } from '../error/body.ts'
import { errors } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'
import { graceOf } from '../http/response-timeout.ts'

const status = 503

/** Ends a request that has exceeded `defaultTimeout`, or has waited for its trailers for too long. */
export function expireUnanswered(exchange: Exchange): void {
  const { answerTimeout, defaultTimeout, handlerTimeout } = exchange.plan
  expire(exchange, defaultTimeout || handlerTimeout || answerTimeout)
}

/** Ends a request whose `handlerTimeout` is over, unless its response has begun. */
export function expireUnbegun(exchange: Exchange, timeout: number): void {
  if (!exchange.transport.isBegun) expire(exchange, timeout)
}

/** Ends a request whose `answerTimeout` is over. Event streams are endless, so they are ended only if `boundsEvents` is set. */
export function expireIncomplete(exchange: Exchange, timeout: number): void {
  const { boundsEvents, closing } = exchange.plan
  if (boundsEvents || !closing.eventStreams.has(exchange)) expire(exchange, timeout)
}

/** @param timeout the time limit of the request in milliseconds */
function expire(exchange: Exchange, timeout: number): void {
  const { timeoutError, plan, reply, transport } = exchange
  if (reply.sent) return
  report(exchange, timeout)
  if (timeoutError !== null) return endPlainly(exchange, timeoutError)
  const error = new errors.FST_ERR_HANDLER_TIMEOUT(timeout, plan.config.url)
  exchange.timeoutError = error
  exchange.abort?.abort(error)
  // A listener of the signal may have sent a response just now.
  if (reply.sent) return
  if (transport.isBegun) return transport.abort(error)
  plan.responseTimeouts.remove(exchange)
  plan.responseTimeouts.add(exchange, graceOf(timeout))
  plan.fail(exchange, error)
}

/** Ends a request without calling any function of the application, and without the headers that the application has set. */
function endPlainly(exchange: Exchange, error: Error): void {
  const { transport } = exchange
  // Hooks and handlers may still be running. They compare `errorHandlerIndex` when they finish, so their results now have no effect.
  exchange.errorHandlerIndex++
  if (transport.isBegun) return transport.abort(error)
  const body = defaultErrorBody(error, status)
  transport.respondAlone(status, errorHead(body), body)
}

function report({ currentCall, awaitsTrailers, timeoutError, reply, transport }: Exchange, timeout: number): void {
  const what = transport.isBegun ? `the answer was not complete after ${timeout} ms` : `no answer after ${timeout} ms`
  const isFirst = timeoutError === null
  // Once a response has begun, the functions that led to it have finished, so the log cannot name one.
  if (isFirst && transport.isBegun && !awaitsTrailers)
    return logSafely(reply.log, 'warn', {}, `${what}, and is cut off`)
  if (currentCall === null) return
  const { fn, plugin, role } = currentCall
  logSafely(
    reply.log,
    'warn',
    { function: fn.name, plugin, role },
    `${isFirst ? what : 'no answer to the timeout either'}: ${titleOf(currentCall)} did not finish`
  )
}

function titleOf({ fn, plugin, role }: NonNullable<Exchange['currentCall']>): string {
  return `${role} '${fn.name || 'anonymous'}' of '${plugin}'`
}
