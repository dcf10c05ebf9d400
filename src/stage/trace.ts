/** Publishes the start, end and errors of each handler on the diagnostics channels that tracing tools for Fastify subscribe to. */
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
  // Subscribers read the status of the error response before it is determined. So the status of the default error handler is set while they run.
  // Another error handler may set another status later.
  const before = transport.statusCode
  transport.statusCode = answerStatusOf(error, before)
  channels.error.publish(trace)
  transport.statusCode = before
}

/**
 * Runs a handler and its synchronous response inside a trace: `start` is published before, `end` after. If the handler or an error handler returns a
 * promise, its response runs between `asyncStart` and `asyncEnd`. Not-found handlers have no trace.
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

/** Publishes the error of a handler or a `preHandler` hook. */
export function traceError(exchange: Exchange, error: unknown): void {
  const trace = traces.get(exchange)
  if (trace !== undefined) publishError(trace, exchange, error)
}

/** Runs `settled` inside the trace, after a promise has settled. `error` is the promise's rejection. */
type RunSettled = (settled: () => void, error?: { readonly reason: unknown }) => void

/**
 * Records that a handler or an error handler returned a promise. Returns the function that traces what follows; `null` if the exchange has no trace.
 */
export function traceSettling(exchange: Exchange): RunSettled | null {
  const trace = channels.hasSubscribers === true ? traces.get(exchange) : undefined
  if (trace === undefined) return null
  trace.async = true
  return (settled, error) => {
    // As in Fastify, nothing is published after the promise of a handler that has hijacked the reply.
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
