import { inspect } from 'node:util'
import { FakeTimers } from './fake-timers.ts'
import { replaceTime } from './global-time.ts'
import { untilIdle } from './until-idle.ts'

export interface Clock {
  /** The time of the clock in milliseconds since 1970, as `Date.now()` returns it. */
  readonly now: number
  /**
   * Advances the time. Each timer fires when its time is reached. Promises that a timer's callback starts settle before the next timer fires.
   *
   * @param ms at least 0
   * @throws RangeError when `ms` is invalid, and errors of timers
   */
  advance(ms: number): Promise<void>
  /** Restores the real time. Timers that have not fired continue in real time, and do not keep the process alive. */
  restore(): void
}

/** The context of a test, by which the clock restores the real time when the test ends: `t` of `node:test`, or the context of Vitest. */
export type TestEnd = { after(restore: () => void): unknown } | { onTestFinished(restore: () => void): unknown }

export interface ClockOptions {
  /** The time at which the clock stops. Default: the current time. */
  readonly now?: Date | number
}

let isStopped = false

/**
 * Stops the time of the process until the test ends: `Date`, `performance.now()`, `setTimeout`, `setInterval`, `AbortSignal.timeout()` and
 * `node:timers/promises`. So deadlines, abort signals, heartbeats and tokens of an app use the same time. `setImmediate` and sockets still work.
 *
 * Timers that are already running, and timers of Node's own sockets and servers, use real time.
 *
 * @param test the context of the test. The real time is restored when the test ends. Without it, call `restore()`
 * @throws Error when the time is stopped already
 * @example
 * const clock = stopClock(t)
 * const app = espalier({ handlerTimeout: 30_000, answerTimeout: 30_000 })
 * app.get('/slow', () => new Promise(() => {}))
 * const answer = app.inject('/slow')
 * await clock.advance(31_000)
 * (await answer).statusCode // 503
 */
export function stopClock(test?: TestEnd, { now = Date.now() }: ClockOptions = {}): Clock {
  if (isStopped)
    throw new Error('The time is stopped already. Give stopClock() the test, or call restore() of its clock.')
  const clock = new StoppedClock(toTime(now))
  const restore = () => clock.restore()
  if (test !== undefined && 'after' in test) test.after(restore)
  else test?.onTestFinished(restore)
  return clock
}

function toTime(now: Date | number): number {
  const time = Number(now)
  if (Number.isNaN(time)) throw new RangeError(`stopClock() needs a Date or milliseconds as now, not ${inspect(now)}.`)
  return time
}

class StoppedClock implements Clock {
  readonly #start: number
  readonly #timers = new FakeTimers()
  readonly #restoreTime: () => void
  #last: Promise<void> = Promise.resolve()
  #isOver = false

  constructor(start: number) {
    this.#start = start
    this.#restoreTime = replaceTime(this.#timers, start)
    isStopped = true
  }

  get now(): number {
    return this.#isOver ? Date.now() : this.#start + this.#timers.now
  }

  advance(ms: number): Promise<void> {
    if (typeof ms !== 'number' || !(ms >= 0 && ms < Number.POSITIVE_INFINITY))
      return Promise.reject(new RangeError(`advance() takes milliseconds from 0, not ${inspect(ms, { depth: 0 })}.`))
    const moved = this.#last.then(() => this.#move(ms))
    this.#last = moved.catch(() => {})
    return moved
  }

  async #move(ms: number): Promise<void> {
    const timers = this.#timers
    const end = timers.now + ms
    await untilIdle()
    for (let next = timers.nextUntil(end); next !== undefined && !this.#isOver; next = timers.nextUntil(end)) {
      timers.now = next
      for (const run of timers.due()) {
        run()
        // Promise callbacks run between two timers in real time, so this waits for them.
        await new Promise<void>((resolve) => process.nextTick(resolve))
      }
      await untilIdle()
    }
    timers.now = end
  }

  restore(): void {
    if (this.#isOver) return
    this.#isOver = true
    isStopped = false
    this.#restoreTime()
    this.#timers.release()
  }
}
