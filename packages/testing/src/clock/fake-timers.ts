/**
 * Timers that fire when a clock is advanced.
 *
 * `clearTimeout` must work with the timer object and with its number. So each timer is a real timer of Node with the longest delay. Node sets its
 * internal member `_onTimeout` to `null` when the timer is cleared.
 *
 * The timers do not keep the process alive. If a test waits for a timer and does not advance the clock, the process ends, and the test runner reports
 * the test.
 */
import { AsyncResource } from 'node:async_hooks'

const { setTimeout: startReal, clearTimeout: clearReal } = globalThis

const longestDelay = 2 ** 31 - 1

export type Callback = (...args: unknown[]) => unknown
type NodeTimer = NodeJS.Timeout & { _onTimeout?: Callback | null }

interface FakeTimer {
  readonly timer: NodeTimer
  readonly run: () => unknown
  readonly delay: number
  readonly repeats: boolean
  isWaiting: boolean
  due: number
  /** The real timer that fires in its place after the clock was restored. */
  real?: NodeJS.Timeout
}

export class FakeTimers {
  /** The time of the clock, in milliseconds since the clock was stopped. */
  now = 0
  readonly #waiting = new Set<FakeTimer>()
  #isReleased = false

  /** @throws TypeError when the callback is not a function */
  start(repeats: boolean, callback: Callback, delay: unknown, args: readonly unknown[]): NodeJS.Timeout {
    const timer = startReal(callback, longestDelay).unref() as NodeTimer
    // The callback must get the `AsyncLocalStorage` values of the code that started the timer.
    const run = AsyncResource.bind(() => Reflect.apply(callback, timer, args))
    const fake: FakeTimer = { timer, run, delay: toDelay(delay), repeats, isWaiting: false, due: 0 }
    this.#wait(fake)
    timer.refresh = () => {
      if (!fake.isWaiting) timer._onTimeout = callback
      this.#wait(fake)
      return timer
    }
    return timer
  }

  /** Returns the time at which the next timer fires. Returns `undefined` if no timer fires until `end`. */
  nextUntil(end: number): number | undefined {
    let next: number | undefined
    for (const fake of this.#waiting) {
      if (isCleared(fake)) this.#waiting.delete(fake)
      else if (fake.due <= end) next = Math.min(next ?? end, fake.due)
    }
    return next
  }

  /** Returns a function for each timer that is due, in the order in which the timers were started. Each function fires its timer. */
  due(): readonly (() => void)[] {
    const isDue = (fake: FakeTimer) => this.#waiting.has(fake) && fake.due <= this.now
    return [...this.#waiting].filter(isDue).map((fake) => () => {
      // An earlier timer may have cleared or refreshed this one.
      if (isDue(fake)) this.#run(fake)
    })
  }

  /** Lets the timers that have not fired continue in real time. They do not keep the process alive. */
  release(): void {
    this.#isReleased = true
    for (const fake of this.#waiting) this.#continueInRealTime(fake, fake.due - this.now)
    this.#waiting.clear()
  }

  #wait(fake: FakeTimer): void {
    fake.isWaiting = true
    if (this.#isReleased) return this.#continueInRealTime(fake, fake.delay)
    fake.due = this.now + fake.delay
    this.#waiting.delete(fake)
    this.#waiting.add(fake)
  }

  #continueInRealTime(fake: FakeTimer, delay: number): void {
    clearReal(fake.real)
    fake.real = startReal(() => this.#run(fake), delay).unref()
  }

  #run(fake: FakeTimer): void {
    this.#waiting.delete(fake)
    if (isCleared(fake)) return
    fake.isWaiting = false
    try {
      fake.run()
    } finally {
      if (fake.repeats && !isCleared(fake)) this.#wait(fake)
      else if (!fake.isWaiting) clearReal(fake.timer)
    }
  }
}

const isCleared = ({ timer }: FakeTimer): boolean => !timer._onTimeout

/** In Node, a delay that is out of range becomes 1. */
function toDelay(delay: unknown): number {
  const ms = Math.trunc(Number(delay))
  return ms >= 1 && ms <= longestDelay ? ms : 1
}
