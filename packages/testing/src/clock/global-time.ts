import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers'
import timerPromises from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Callback, FakeTimers } from './fake-timers.ts'
import { createSleep, createTicks } from './timer-promises.ts'

type Restore = () => void

const realNow = performance.now.bind(performance)

/**
 * Replaces the time of the process, even in modules that have imported `setTimeout` from `node:timers` or `node:timers/promises`.
 *
 * @returns a function that restores the real time. After that `performance.now()` continues from its last value, because it must not decrease
 */
export function replaceTime(fakeTimers: FakeTimers, start: number): Restore {
  const sleep = createSleep((callback, ms) => fakeTimers.start(false, callback, ms, []))
  const setTimeout = Object.assign(
    (callback: Callback, ms?: unknown, ...args: unknown[]) => fakeTimers.start(false, callback, ms, args),
    { [promisify.custom]: sleep }
  )
  const setInterval = (callback: Callback, ms?: unknown, ...args: unknown[]) =>
    fakeTimers.start(true, callback, ms, args)
  const ticks = createTicks((callback, ms) => fakeTimers.start(true, callback, ms, []))
  const scheduled = (ms?: number, options?: { readonly signal?: AbortSignal }) => sleep(ms, undefined, options)
  // The start is a whole number of milliseconds. Otherwise the difference of two times could have a rounding error.
  const begun = Math.ceil(performance.now())
  const restores = [
    replaceIn(globalThis, { setTimeout, setInterval, Date: createDate(() => start + fakeTimers.now) }),
    replaceIn(timers, { setTimeout, setInterval }),
    replaceIn(timerPromises, { setTimeout: sleep, setInterval: ticks }),
    replaceIn(timerPromises.scheduler, { wait: scheduled }),
    replaceIn(AbortSignal, { timeout: createDeadline(setTimeout) })
  ]
  replaceIn(performance, { now: () => begun + fakeTimers.now })
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

/** Replaces `Date`. Its instances are instances of the real `Date`, so `instanceof Date` holds. */
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
