/**
 * Timeouts of requests. `request.signal` aborts, the response is a 503, and the log names the function that did not finish. `onError` hooks, error
 * handlers and `onSend` hooks of the application run for the 503, with extra time. If that time is over too, a 503 is sent without them.
 */
import { logSafely } from '../base/log-safely.ts'
import { defaultErrorBody, errorHead } from '../error/body.ts'
import { errors } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'
import { graceOf } from '../http/response-timeout.ts'

const status = 503

/** For a request that has exceeded `defaultTimeout`, or whose trailers took too long. */
export function expireUnanswered(exchange: Exchange): void {
  const { answerTimeout, defaultTimeout, handlerTimeout } = exchange.plan
  expire(exchange, defaultTimeout || handlerTimeout || answerTimeout)
}

export function expireUnbegun(exchange: Exchange, timeout: number): void {
  if (!exchange.transport.isBegun) expire(exchange, timeout)
}

export function expireIncomplete(exchange: Exchange, timeout: number): void {
  const { boundsEvents, closing } = exchange.plan
  if (boundsEvents || !closing.eventStreams.has(exchange)) expire(exchange, timeout)
}

function expire(exchange: Exchange, timeout: number): void {
  const { timeoutError, plan, reply, transport } = exchange
  if (reply.sent) return
  report(exchange, timeout)
  if (timeoutError !== null) return endPlainly(exchange, timeoutError)
  const error = new errors.FST_ERR_HANDLER_TIMEOUT(timeout, plan.config.url)
  exchange.timeoutError = error
  exchange.abort?.abort(error)
  // A listener of the signal may have sent a response.
  if (reply.sent) return
  if (transport.isBegun) return transport.abort(error)
  plan.responseTimeouts.remove(exchange)
  plan.responseTimeouts.add(exchange, graceOf(timeout))
  plan.fail(exchange, error)
}

function endPlainly(exchange: Exchange, error: Error): void {
  const { transport } = exchange
  // Hooks and handlers that are still running notice the changed index when they finish, and ignore their result.
  exchange.errorHandlerIndex++
  if (transport.isBegun) return transport.abort(error)
  const body = defaultErrorBody(error, status)
  transport.respondAlone(status, errorHead(body), body)
}

function report({ currentCall, awaitsTrailers, timeoutError, reply, transport }: Exchange, timeout: number): void {
  const what = transport.isBegun ? `the answer was not complete after ${timeout} ms` : `no answer after ${timeout} ms`
  const isFirst = timeoutError === null
  // If the response has begun, the functions before it have finished, so the log cannot name one.
  if (isFirst && transport.isBegun && !awaitsTrailers)
    return logSafely(reply.log, 'warn', {}, `${what}, and is cut off`)
  if (currentCall === null) return
  const { fn, plugin, role } = currentCall
  const title = `${role} '${fn.name || 'anonymous'}' of '${plugin}'`
  const text = `${isFirst ? what : 'no answer to the timeout either'}: ${title} did not finish`
  logSafely(reply.log, 'warn', { function: fn.name, plugin, role }, text)
}
