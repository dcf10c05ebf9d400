/**
 * Compiles hooks in callback or promise style into steps. Only the first result of a hook has an effect, so that a handler never runs twice for a
 * request. A second result, such as another call of `done`, is logged.
 */
import { logSafely } from '../base/log-safely.ts'
import { promiseOf } from '../base/outcome.ts'
import { ignoreErrors } from '../base/payload.ts'
import { errors, failureOf, isFailure, toReason } from '../error/error.ts'
import type { AppFunction, Exchange } from '../http/exchange.ts'
import { isAsyncFunction } from '../user-function.ts'
import type { BoundHook, PayloadStep, Step } from './step.ts'

type Settle = (error: unknown, value?: unknown) => void

export function reportSecondCall({ fn, plugin, role }: AppFunction, exchange: Exchange, error: unknown): void {
  const err = error || new errors.ESP_ERR_HOOK_SETTLED_TWICE(`${role} '${fn.name || 'anonymous'}'`, plugin)
  const text = `the ${role} '${fn.name || 'anonymous'}' of '${plugin}' settled twice`
  logSafely(exchange.request.log, 'warn', { err, plugin }, text)
}

/**
 * The arguments of a hook must not be in an array literal. V8 may allocate such arrays in the old generation, where each would keep its request
 * alive until a full garbage collection.
 */
type Invoke = (hook: BoundHook, exchange: Exchange, done: Settle, value: unknown) => unknown

export const withRequest: Invoke = ({ app, fn }, { request }, done) => fn.call(app, request, done)
export const withRequestAndReply: Invoke = ({ app, fn }, { request, reply }, done) => fn.call(app, request, reply, done)
const withValue: Invoke = ({ app, fn }, { request, reply }, done, value) => fn.call(app, request, reply, value, done)

function callHook(hook: BoundHook, exchange: Exchange, invoke: Invoke, value: unknown, settle: Settle): void {
  let settled = false
  exchange.currentCall = hook
  const done: Settle = (error, value) => {
    const failure = failureOf(error, value)
    if (settled) return reportSecondCall(hook, exchange, failure)
    settled = true
    try {
      settle(failure, value)
    } catch (thrown) {
      // An exception of a later step must fail the request and not reach the hook.
      exchange.plan.fail(exchange, thrown)
    }
  }
  let result: unknown
  exchange.calls++
  try {
    result = invoke(hook, exchange, done, value)
  } catch (error) {
    return done(toReason(error))
  } finally {
    exchange.calls--
  }
  const promise = promiseOf(result)
  if (promise === null) {
    const failure = failureOf(null, result)
    if (failure !== null) done(failure)
  } else
    promise.then(
      // If an async hook has called `done`, the `undefined` of its promise is not a second result.
      (value) => (settled && value === undefined && isAsyncFunction(hook.fn) ? undefined : done(null, value)),
      (reason) => done(toReason(reason))
    )
}

const failPlan: PayloadStep = (exchange, error) => exchange.plan.fail(exchange, error)

/** After a complete response the error is only logged, because many hooks throw after they have sent a refusal. */
function failBy({ fn, plugin, role }: BoundHook, exchange: Exchange, error: unknown, fail: () => void): void {
  if (exchange.hijacked || !exchange.reply.sent) return fail()
  const text = `the ${role} '${fn.name || 'anonymous'}' of '${plugin}' failed after it had answered`
  logSafely(exchange.request.log, 'debug', { err: error, plugin }, text)
}

export function compileHooks(hooks: readonly BoundHook[], next: Step, fail: PayloadStep = failPlan): Step {
  return hooks.reduceRight<Step>((after, hook) => {
    return (exchange) => {
      if (exchange.answered) return
      const { plan } = exchange
      callHook(hook, exchange, withRequestAndReply, undefined, (error) => {
        if (isFailure(error)) failBy(hook, exchange, error, () => fail(exchange, error))
        else if (!exchange.answered && exchange.plan === plan) after(exchange)
      })
    }
  }, next)
}

/** @param isOver returns true when the value is no longer needed, so that the remaining hooks are skipped */
export function compilePayloadHooks(
  hooks: readonly BoundHook[],
  next: PayloadStep,
  isOver: (exchange: Exchange) => boolean
): PayloadStep {
  return hooks.reduceRight<PayloadStep>((after, hook) => {
    return (exchange, payload) => {
      const { errorHandlerIndex, plan } = exchange
      // The value is obsolete if the request has failed, or if a hook has called the not-found handler.
      const isCurrent = () => exchange.plan === plan && exchange.errorHandlerIndex === errorHandlerIndex
      callHook(hook, exchange, withValue, payload, (error, value) => {
        if (value !== payload) ignoreErrors(value)
        if (isFailure(error)) failBy(hook, exchange, error, () => plan.fail(exchange, error))
        else if (!isOver(exchange) && isCurrent()) runStep(after, exchange, value === undefined ? payload : value)
      })
    }
  }, next)
}

/** For callbacks, in which an exception would be uncaught: the exception fails the request. */
export function runStep(step: PayloadStep, exchange: Exchange, payload: unknown): void {
  try {
    step(exchange, payload)
  } catch (error) {
    exchange.plan.fail(exchange, error)
  }
}

export function compileWatchers(
  hooks: readonly BoundHook[],
  invoke: Invoke,
  report: (exchange: Exchange, error: unknown) => void,
  next: Step = () => {}
): Step {
  return hooks.reduceRight<Step>((after, hook) => {
    return (exchange) =>
      callHook(hook, exchange, invoke, undefined, (error) =>
        isFailure(error) ? report(exchange, error) : after(exchange)
      )
  }, next)
}

/** All `onError` hooks get the error before any error handler, even if one of them fails. */
export function compileErrorHooks(hooks: readonly BoundHook[], next: PayloadStep): PayloadStep {
  const watched = hooks.reduceRight<PayloadStep>(
    (after, hook) => (exchange, error) =>
      callHook(hook, exchange, withValue, error, (failure) => {
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
