/** Publishes the diagnostics channels of Fastify for handlers, which tracing tools subscribe to. */
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

const traces = new WeakMap<Exchange, Trace>()

function publishError(trace: Trace, { transport }: Exchange, error: unknown): void {
  trace.error = error
  // Subscribers read the status before an error handler has set it. So the default status of the error is set while they run.
  const before = transport.statusCode
  transport.statusCode = answerStatusOf(error, before)
  channels.error.publish(trace)
  transport.statusCode = before
}

/** Publishes `start` and `end` around the synchronous part of a handler. As in Fastify, not-found handlers have no trace. */
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

export function traceError(exchange: Exchange, error: unknown): void {
  const trace = traces.get(exchange)
  if (trace !== undefined) publishError(trace, exchange, error)
}

/** Publishes `asyncStart`, calls `settled` to handle the result of a promise, and publishes `asyncEnd`. */
type RunSettled = (settled: () => void, error?: { readonly reason: unknown }) => void

/** Called when a handler or an error handler has returned a promise. Returns `null` without a trace. */
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
