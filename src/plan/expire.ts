/** The end of a request's patience: its signal aborts, it is answered with 503, and the log names what it waited for. */
import { errors } from '../error/error.ts'
import { tell } from '../error/tell.ts'
import { breakOff } from '../http/break-off.ts'
import type { Exchange } from '../http/exchange.ts'

/** @param timeout in milliseconds: how long the request was given */
export function expire(exchange: Exchange, timeout: number): void {
  if (exchange.reply.sent) return
  const error = new errors.FST_ERR_HANDLER_TIMEOUT(timeout, exchange.plan.config.url)
  reportAwaited(exchange, timeout)
  exchange.expiry = error
  exchange.abort?.abort(error)
  // A listener of the signal may have answered.
  if (exchange.reply.sent) return
  if (exchange.rawReply.headersSent) breakOff(exchange.rawReply, error)
  else exchange.plan.fail(exchange, error)
}

function reportAwaited({ awaited, reply }: Exchange, timeout: number): void {
  if (awaited === null) return
  const { fn, plugin, role } = awaited
  tell(
    reply.log,
    'warn',
    { function: fn.name, plugin, role },
    `no answer after ${timeout} ms: ${describe(awaited)} did not finish`
  )
}

function describe({ fn, plugin, role }: NonNullable<Exchange['awaited']>): string {
  return `${role} '${fn.name || 'anonymous'}' of '${plugin}'`
}
