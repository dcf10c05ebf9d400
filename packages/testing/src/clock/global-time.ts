/** Replaces all functions by which programs read the time and start timers by those of a clock. */
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers'
import timerPromises from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Callback, HeldTimers } from './held-timers.ts'
import { createSleep, createTicks } from './timer-promises.ts'

/** Restores the replaced members. */
type Restore = () => void

const realNow = performance.now.bind(performance)

/**
 * Replaces the time of the process. Modules that import `setTimeout` of `node:timers` or `node:timers/promises` by name get the replacement too.
 *
 * @param start in milliseconds since 1970: the time when `held.now` is 0
 * @returns a function that restores the real time. `performance.now()` continues from its last value, because it must not decrease
 */
export function replaceTime(held: HeldTimers, start: number): Restore {
  const sleep = createSleep((callback, ms) => held.start(false, callback, ms, []))
  const setTimeout = Object.assign(
    (callback: Callback, ms?: unknown, ...args: unknown[]) => held.start(false, callback, ms, args),
    { [promisify.custom]: sleep }
  )
  const setInterval = (callback: Callback, ms?: unknown, ...args: unknown[]) => held.start(true, callback, ms, args)
  const ticks = createTicks((callback, ms) => held.start(true, callback, ms, []))
  const scheduled = (ms?: number, options?: { readonly signal?: AbortSignal }) => sleep(ms, undefined, options)
  // A whole number of milliseconds, so that the difference of two times has no rounding error.
  const begun = Math.ceil(performance.now())
  const restores = [
    replaceIn(globalThis, { setTimeout, setInterval, Date: createDate(() => start + held.now) }),
    replaceIn(timers, { setTimeout, setInterval }),
    replaceIn(timerPromises, { setTimeout: sleep, setInterval: ticks }),
    replaceIn(timerPromises.scheduler, { wait: scheduled }),
    replaceIn(AbortSignal, { timeout: createDeadline(setTimeout) })
  ]
  replaceIn(performance, { now: () => begun + held.now })
  syncBuiltinESMExports()
  return () => {
    for (const restore of restores) restore()
    const skipped = performance.now() - realNow()
    replaceIn(performance, { now: () => realNow() + skipped })
    syncBuiltinESMExports()
  }
}

function replaceIn(owner: object, members: Readonly<Record<string, unknown>>): Restore {
  const before = Object.keys(members).map((name) => [name, Object.getOwnPropertyDescriptor(owner, name)] as const)
  for (const [name, value] of Object.entries(members))
    Object.defineProperty(owner, name, { value, configurable: true, enumerable: true, writable: true })
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(owner, name)
      else Object.defineProperty(owner, name, descriptor)
    }
  }
}

/** A `Date` with another current time. Its instances are those of the real `Date`. */
function createDate(now: () => number): DateConstructor {
  return new Proxy(Date, {
    apply: (RealDate) => new RealDate(now()).toString(),
    construct: (RealDate, args, target) => Reflect.construct(RealDate, args.length === 0 ? [now()] : args, target),
    get: (RealDate, name, receiver) => (name === 'now' ? now : Reflect.get(RealDate, name, receiver))
  })
}

function createDeadline(start: (callback: Callback, ms: number) => unknown): typeof AbortSignal.timeout {
  return (ms) => {
    const deadline = new AbortController()
    start(() => deadline.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms)
    return deadline.signal
  }
}
