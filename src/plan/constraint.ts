/** Wraps an app's constraint strategies, so that an exception in a strategy fails one request and not the process. */
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

// find-my-way refuses an invalid strategy with an error that names the missing methods. So `?.` is used here: no other error may come first.
export const isAsync = (strategy: ConstraintStrategy) => strategy?.deriveConstraint?.length > 2

type Done = (error: unknown, value?: unknown) => void

/** @param timeout in milliseconds, for a strategy that takes a callback; 0 is no limit */
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
  // Assigning a member would throw if the app's strategy is frozen.
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
      // find-my-way counts `undefined` as an error, so success is `null`.
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
