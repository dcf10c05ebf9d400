import type { Writable } from 'node:stream'
import { containsPromise } from '../base/contained-promise.ts'
import { logSafely } from '../base/log-safely.ts'
import { promiseOf } from '../base/outcome.ts'
import { isFailure } from '../error/error.ts'
import type { Exchange, TrailerFunction } from '../http/exchange.ts'
import { checkValue } from '../http/field.ts'
import { graceOf } from '../http/response-timeout.ts'
import { frameByChunks } from './framing.ts'

/** Trailers (RFC 9110 §6.5) need the chunked coding or HTTP/2. HTTP/1.0 has neither. */
export function announceTrailers(exchange: Exchange): void {
  const { version } = exchange.transport
  const names = Object.keys(exchange.trailers ?? {}).filter((name) => exchange.trailers?.[name] !== undefined)
  if (names.length === 0 || version === 1) {
    exchange.trailers = null
    return
  }
  exchange.reply.removeHeader('content-length')
  if (version < 2) frameByChunks(exchange)
  // As in Fastify, the names are separated by spaces. RFC 9110 §6.6.2 requires commas, but clients take `trailer` only as a hint.
  exchange.reply.header('trailer', names.join(' '))
}

/** A trailer whose function fails is omitted. A trailer function may never call back, so the request's time limit applies to trailers, too. */
export function endWithTrailers(exchange: Exchange, body: Writable, payload: unknown): void {
  const { trailers, transport } = exchange
  if (trailers === null) return void body.end()
  const computed: Record<string, string> = {}
  const unfinished = new Map<string, TrailerFunction>()
  for (const [name, fn] of Object.entries(trailers)) if (fn !== undefined) unfinished.set(name, fn)
  waitForTrailers(exchange, unfinished)
  const pending = [...unfinished].map(([name, fn]) =>
    compute(exchange, fn, payload)
      .then((value) => {
        computed[name] = checkValue(name, value)
      })
      .catch((error) => logSafely(exchange.reply.log, 'error', { err: error }, `the trailer '${name}' failed`))
      .then(() => {
        unfinished.delete(name)
        setCurrentCall(exchange, unfinished)
      })
  )
  Promise.all(pending)
    .then(() => {
      exchange.awaitsTrailers = false
      if (transport.isClosed) return
      transport.addTrailers(computed)
      body.end()
    })
    .catch((error) => exchange.plan.fail(exchange, error))
}

function waitForTrailers(exchange: Exchange, unfinished: ReadonlyMap<string, TrailerFunction>): void {
  const { responseTimeouts, answerTimeout, defaultTimeout, handlerTimeout } = exchange.plan
  const timeout = defaultTimeout || handlerTimeout
  exchange.awaitsTrailers = true
  setCurrentCall(exchange, unfinished)
  responseTimeouts.remove(exchange)
  if (exchange.timeoutError !== null) responseTimeouts.add(exchange, graceOf(timeout || answerTimeout))
  else if (timeout > 0) responseTimeouts.add(exchange, timeout)
}

/** The log line about a timeout names the first unfinished trailer. */
function setCurrentCall(exchange: Exchange, unfinished: ReadonlyMap<string, TrailerFunction>): void {
  for (const [name, fn] of unfinished) {
    exchange.currentCall = { fn, plugin: exchange.plan.handler.plugin, role: `trailer ${name}` }
    return
  }
}

function compute({ reply }: Exchange, fn: TrailerFunction, payload: unknown): Promise<string> {
  return new Promise((resolve, reject) => {
    const result = fn(reply, payload, (error, value) => {
      // Ignores the rejection of a promise that is passed to this callback, for example in a second call.
      containsPromise([error, value])
      if (isFailure(error)) reject(error)
      else resolve(value as string)
    })
    promiseOf(result)?.then(resolve as (value: unknown) => void, reject)
  })
}
