/**
 * Hooks: users' functions in callback or promise style, compiled into steps.
 *
 * A hook settles once. A later call, such as a second `done`, is reported and has no effect. So a handler never runs twice for a request, and a
 * response never turns into an error.
 */
import { logSafely } from '../base/log-safely.ts'
import { promiseOf } from '../base/outcome.ts'
import { ignoreErrors } from '../base/payload.ts'
import { errors, failureOf, isFailure, toReason } from '../error/error.ts'
import type { Awaited, Exchange } from '../http/exchange.ts'
import { isAsyncFunction } from '../user-function.ts'
import type { BoundHook, PayloadStep, Step } from './step.ts'

type Settle = (error: unknown, value?: unknown) => void

/** Warns of a function that finished a second time; the second result is dropped. */
export function reportSecond({ fn, plugin, role }: Awaited, exchange: Exchange, error: unknown): void {
  const err = error || new errors.ESP_ERR_HOOK_SETTLED_TWICE(`${role} '${fn.name || 'anonymous'}'`, plugin)
  const text = `the ${role} '${fn.name || 'anonymous'}' of '${plugin}' settled twice`
  logSafely(exchange.request.log, 'warn', { err, plugin }, text)
}

/** Calls a hook, and calls `settle` once with its result, in callback or promise style. */
function callHook(hook: BoundHook, exchange: Exchange, args: unknown[], settle: Settle): void {
  let settled = false
  exchange.awaited = hook
  const done: Settle = (error, value) => {
    const failure = failureOf(error, value)
    if (settled) return reportSecond(hook, exchange, failure)
    settled = true
    try {
      settle(failure, value)
    } catch (thrown) {
      // The hook must not catch this exception, which is not its own. It has settled already.
      exchange.plan.fail(exchange, thrown)
    }
  }
  let result: unknown
  exchange.calls++
  try {
    result = hook.fn.call(hook.app, ...args, done)
  } catch (error) {
    return done(toReason(error))
  } finally {
    exchange.calls--
  }
  const promise = promiseOf(result)
  if (promise === null) {
    // Any other synchronous result is ignored: the hook calls back.
    const failure = failureOf(null, result)
    if (failure !== null) done(failure)
  } else
    promise.then(
      // An async hook that takes `done`, as a route may have one, may finish by either.
      (value) => (settled && value === undefined && isAsyncFunction(hook.fn) ? undefined : done(null, value)),
      (reason) => done(toReason(reason))
    )
}

const failPlan: PayloadStep = (exchange, error) => exchange.plan.fail(exchange, error)

/**
 * Fails a request by the error of a hook. If the response is complete, the error is only logged: many hooks throw to stop after they have sent a
 * refusal.
 */
function failBy({ fn, plugin, role }: BoundHook, exchange: Exchange, error: unknown, fail: () => void): void {
  if (exchange.hijacked || !exchange.reply.sent) return fail()
  const text = `the ${role} '${fn.name || 'anonymous'}' of '${plugin}' failed after it had answered`
  logSafely(exchange.request.log, 'debug', { err: error, plugin }, text)
}

/** Compiles hooks with request and reply. Each continues with the next one, unless it sent a response, failed or called the not-found handler. */
export function compileHooks(hooks: readonly BoundHook[], next: Step, fail: PayloadStep = failPlan): Step {
  return hooks.reduceRight<Step>((after, hook) => {
    return (exchange) => {
      if (exchange.answered) return
      const { plan, request, reply } = exchange
      callHook(hook, exchange, [request, reply], (error) => {
        if (isFailure(error)) failBy(hook, exchange, error, () => fail(exchange, error))
        else if (!exchange.answered && exchange.plan === plan) after(exchange)
      })
    }
  }, next)
}

/**
 * Compiles the hooks that may replace a value: the payload of a response, or the stream of a body.
 *
 * @param isOver returns true when the value is no longer needed, so that the remaining hooks are skipped
 */
export function compilePayloadHooks(
  hooks: readonly BoundHook[],
  next: PayloadStep,
  isOver: (exchange: Exchange) => boolean
): PayloadStep {
  return hooks.reduceRight<PayloadStep>((after, hook) => {
    return (exchange, payload) => {
      const { errorTurn, plan, request, reply } = exchange
      // The value is obsolete if the request went to the not-found plan or failed meanwhile.
      const isInCharge = () => exchange.plan === plan && exchange.errorTurn === errorTurn
      callHook(hook, exchange, [request, reply, payload], (error, value) => {
        if (value !== payload) ignoreErrors(value)
        if (isFailure(error)) failBy(hook, exchange, error, () => plan.fail(exchange, error))
        else if (!isOver(exchange) && isInCharge()) runStep(after, exchange, value === undefined ? payload : value)
      })
    }
  }, next)
}

/** Runs a response step from a callback, where an exception would be uncaught. */
export function runStep(step: PayloadStep, exchange: Exchange, payload: unknown): void {
  try {
    step(exchange, payload)
  } catch (error) {
    exchange.plan.fail(exchange, error)
  }
}

/** Compiles hooks that only observe: they run one after the other, and their errors are logged. */
export function compileWatchers(
  hooks: readonly BoundHook[],
  toArgs: (exchange: Exchange) => unknown[],
  report: (exchange: Exchange, error: unknown) => void,
  next: Step = () => {}
): Step {
  return hooks.reduceRight<Step>((after, hook) => {
    return (exchange) =>
      callHook(hook, exchange, toArgs(exchange), (error) => {
        if (isFailure(error)) return report(exchange, error)
        after(exchange)
      })
  }, next)
}

/** Compiles the `onError` hooks. All of them get the error before any handler does. None of them, not even one that fails, changes the outcome. */
export function compileErrorHooks(hooks: readonly BoundHook[], next: PayloadStep): PayloadStep {
  const watched = hooks.reduceRight<PayloadStep>(
    (after, hook) => (exchange, error) =>
      callHook(hook, exchange, [exchange.request, exchange.reply, error], (failure) => {
        if (isFailure(failure))
          logSafely(exchange.reply.log, 'error', { err: failure, plugin: hook.plugin }, 'an onError hook failed')
        after(exchange, error)
      }),
    (exchange, error) => {
      exchange.insideOnError = false
      next(exchange, error)
    }
  )
  return (exchange, error) => {
    exchange.insideOnError = true
    watched(exchange, error)
  }
}
