/**
 * Timers that fire when a clock is advanced.
 *
 * Each timer is a real timer of Node with the longest delay, so `clearTimeout` works with the object and with its number. The timers do not keep the
 * process alive. If a test waits for a timer without advancing the clock, the process ends, and the test runner reports the test.
 *
 * The internal member `_onTimeout` of a Node timer is its callback. It is `null` after the timer was cleared.
 */
import { AsyncResource } from 'node:async_hooks'

const { setTimeout: startReal, clearTimeout: clearReal } = globalThis

/** In milliseconds: the longest delay of a Node timer. */
const longest = 2 ** 31 - 1

export type Callback = (...args: unknown[]) => unknown
type NodeTimer = NodeJS.Timeout & { _onTimeout?: Callback | null }

interface FakeTimer {
  readonly timer: NodeTimer
  readonly run: () => unknown
  readonly delay: number
  readonly repeats: boolean
  isWaiting: boolean
  due: number
  /** The real timer that fires instead of this one after the clock was restored. */
  real?: NodeJS.Timeout
}

export class FakeTimers {
  /** In milliseconds since the clock was stopped. */
  now = 0
  /** The timers that have not fired, in the order in which they were started. */
  readonly #waiting = new Set<FakeTimer>()
  #isReleased = false

  /** @throws TypeError when the callback is not a function */
  start(repeats: boolean, callback: Callback, delay: unknown, args: readonly unknown[]): NodeJS.Timeout {
    const timer = startReal(callback, longest).unref() as NodeTimer
    // AsyncLocalStorage works: the callback runs in the asynchronous context in which the timer was started.
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

  /** Returns the time at which the next timer fires; `undefined` if none fires until `end`. */
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
      // An earlier timer may have cleared or refreshed this one, so it is checked again.
      if (isDue(fake)) this.#run(fake)
    })
  }

  /** Lets the timers that have not fired continue in real time. They do not keep the process alive. */
  release(): void {
    this.#isReleased = true
    for (const fake of this.#waiting) this.#goOn(fake, fake.due - this.now)
    this.#waiting.clear()
  }

  #wait(fake: FakeTimer): void {
    fake.isWaiting = true
    if (this.#isReleased) return this.#goOn(fake, fake.delay)
    fake.due = this.now + fake.delay
    this.#waiting.delete(fake)
    this.#waiting.add(fake)
  }

  #goOn(fake: FakeTimer, delay: number): void {
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

/** Converts a delay to milliseconds as Node does: a value that is out of range becomes 1. */
function toDelay(delay: unknown): number {
  const ms = Math.trunc(Number(delay))
  return ms >= 1 && ms <= longest ? ms : 1
}
