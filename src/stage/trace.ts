/** Publishes the diagnostics channels of a handler's run, under the names that tracing tools for Fastify subscribe to. */
import diagnostics from 'node:diagnostics_channel'
import { answerStatusOf } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Step } from './step.ts'

export const channels = diagnostics.tracingChannel('fastify.request.handler')

interface Trace {
  readonly request: unknown
  readonly reply: unknown
  readonly route: { readonly url: unknown; readonly method: unknown }
  async: boolean
  error?: unknown
}

/** The traces of exchanges whose handler was called while there was a subscriber. */
const traces = new WeakMap<Exchange, Trace>()

function publishError(trace: Trace, { transport }: Exchange, error: unknown): void {
  trace.error = error
  // Subscribers read the status that the response will have if no handler changes it.
  const before = transport.statusCode
  transport.statusCode = answerStatusOf(error, before)
  channels.error.publish(trace)
  transport.statusCode = before
}

/**
 * Runs a handler and its synchronous response inside its trace. `start` and `end` surround the call. `asyncStart` and `asyncEnd` surround the response
 * after the promise of the handler, or of an error handler after it. Not-found handlers have no trace.
 */
export function runTraced(exchange: Exchange, run: Step): void {
  if (exchange.plan.is404) return run(exchange)
  const { url, method } = exchange.plan.config
  const trace: Trace = { request: exchange.request, reply: exchange.reply, route: { url, method }, async: false }
  traces.set(exchange, trace)
  try {
    channels.start.runStores(trace, () => run(exchange))
  } finally {
    channels.end.publish(trace)
  }
}

/** Publishes the error that a handler, or the last hook before it, threw. */
export function traceError(exchange: Exchange, error: unknown): void {
  const trace = traces.get(exchange)
  if (trace !== undefined) publishError(trace, exchange, error)
}

/** Runs a function inside the trace, after a promise has settled. */
type RunSettled = (settled: () => void, error?: { readonly reason: unknown }) => void

/** Records that a function of an exchange returned a promise; `null` if the exchange has no trace. */
export function traceSettling(exchange: Exchange): RunSettled | null {
  const trace = channels.hasSubscribers === true ? traces.get(exchange) : undefined
  if (trace === undefined) return null
  trace.async = true
  return (settled, error) => {
    // As in Fastify, a handler that hijacks the reply may continue after it returned.
    if (exchange.hijacked && error === undefined) return settled()
    if (error !== undefined) publishError(trace, exchange, error.reason)
    channels.asyncStart.publish(trace)
    try {
      settled()
    } finally {
      channels.asyncEnd.publish(trace)
    }
  }
}
