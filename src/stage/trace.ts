/** The diagnostics channels of a handler's run, under the names that tracing tools for Fastify subscribe to. */
import diagnostics from 'node:diagnostics_channel'
import { promiseOf } from '../base/promise.ts'
import { answerStatusOf } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'

const channels = diagnostics.tracingChannel('fastify.request.handler')

interface Trace {
  readonly request: unknown
  readonly reply: unknown
  readonly route: { readonly url: unknown; readonly method: unknown }
  async: boolean
  error?: unknown
}

export function isTraced({ plan }: Exchange): boolean {
  return channels.hasSubscribers === true && !plan.is404
}

function publishError(trace: Trace, exchange: Exchange, error: unknown): void {
  trace.error = error
  // Subscribers read the status that the answer will have if no handler changes it.
  const { transport } = exchange
  const before = transport.statusCode
  transport.statusCode = answerStatusOf(error, before)
  channels.error.publish(trace)
  transport.statusCode = before
}

/** Runs a handler inside its trace: `start` and `end` around the call, `asyncStart` and `asyncEnd` around what its promise settles to. */
export function runTraced(exchange: Exchange, run: () => unknown): unknown {
  const { url, method } = exchange.plan.config
  const trace: Trace = { request: exchange.request, reply: exchange.reply, route: { url, method }, async: false }
  try {
    const result = channels.start.runStores(trace, run)
    const promise = promiseOf(result)
    if (promise === null) return result
    trace.async = true
    return traceSettling(trace, exchange, promise)
  } catch (error) {
    publishError(trace, exchange, error)
    throw error
  } finally {
    channels.end.publish(trace)
  }
}

function traceSettling(trace: Trace, exchange: Exchange, result: PromiseLike<unknown>): PromiseLike<unknown> {
  const end = () => process.nextTick(() => channels.asyncEnd.publish(trace))
  return result.then(
    (payload) => {
      channels.asyncStart.publish(trace)
      end()
      return payload
    },
    (error) => {
      publishError(trace, exchange, error)
      channels.asyncStart.publish(trace)
      end()
      throw error
    }
  )
}
