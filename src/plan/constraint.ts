/** Wraps an app's constraint strategies, so that an error of a strategy fails only the request that it was called for. */
import { promiseOf, swallowIfPromise } from '../base/outcome.ts'
import { assertSync } from '../error/assert-sync.ts'
import { errors, isFailure, toReason } from '../error/error.ts'
import type { Transport } from '../http/transport.ts'
import { type Callable, toCallable, type UserFunction } from '../user-function.ts'

export interface ConstraintStrategy {
  name: string
  storage: () => unknown
  deriveConstraint: UserFunction
  mustMatchWhenDerived?: boolean
  validate?: (value: unknown) => void
}

/** Whether a strategy takes a callback. False for an invalid strategy, which the router refuses with an error that names the missing members. */
export const isAsync = (strategy: ConstraintStrategy) => strategy?.deriveConstraint?.length > 2

type Done = (error: unknown, value?: unknown) => void

/** Wraps a strategy so that it returns its value synchronously, or calls its callback once, within `timeout` milliseconds; 0 is no limit. */
export function guardStrategy(strategy: ConstraintStrategy, timeout: number): ConstraintStrategy {
  if (typeof strategy?.deriveConstraint !== 'function') return strategy
  const derive = toCallable(strategy.deriveConstraint).bind(strategy)
  const validate = strategy.validate?.bind(strategy)
  const guarded: Partial<ConstraintStrategy> = {
    deriveConstraint: isAsync(strategy) ? deriveOnce(derive, strategy, timeout) : deriveNow(derive, strategy),
    ...(validate && {
      validate: (value) => assertSync(validate(value), `The check of the constraint '${strategy.name}'`)
    })
  }
  // The guarded strategy inherits from the app's strategy. If the app's strategy is frozen, assigning a member would throw, so the members are
  // defined.
  return Object.create(strategy, Object.getOwnPropertyDescriptors(guarded))
}

function deriveNow(derive: Callable, { name }: ConstraintStrategy) {
  return (transport: Transport, context: unknown) =>
    assertSync(derive(transport.request, context), `The constraint '${name}'`)
}

function deriveOnce(derive: Callable, { name }: ConstraintStrategy, timeout: number) {
  return (transport: Transport, context: unknown, done: Done) => {
    let settled = false
    let timer: NodeJS.Timeout | undefined
    const settle: Done = (error, value) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      // find-my-way treats any first argument except null as an error, even `undefined`. So it gets null if the strategy has not failed.
      if (isFailure(error)) done(error)
      else if (swallowIfPromise(value)) done(new errors.ESP_ERR_PROMISE_RETURNED(`The constraint '${name}'`))
      else done(null, value)
    }
    if (timeout > 0) {
      timer = setTimeout(() => settle(new errors.ESP_ERR_CONSTRAINT_TIMEOUT(name, timeout)), timeout).unref()
    }
    const fail = (reason: unknown) => settle(toReason(reason))
    try {
      promiseOf(derive(transport.request, context, settle))?.then(undefined, fail)
    } catch (error) {
      fail(error)
    }
  }
}
