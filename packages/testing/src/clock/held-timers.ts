/**
 * Timers that run when a clock is advanced.
 *
 * Each one is a timer of Node that never fires by itself, so every way to clear it works, by object or by number. It does not keep the process alive:
 * the test runner reports a test that waits for it without advancing the clock.
 *
 * `_onTimeout` of Node's timers is internal: it is their callback until they are cleared.
 */
import { AsyncResource } from 'node:async_hooks'

const { setTimeout: startReal, clearTimeout: clearReal } = globalThis

/** In milliseconds: the longest delay of a Node timer. */
const longest = 2 ** 31 - 1

export type Callback = (...args: unknown[]) => unknown
type NodeTimer = NodeJS.Timeout & { _onTimeout?: Callback | null }

interface Held {
  readonly timer: NodeTimer
  readonly run: () => unknown
  readonly delay: number
  readonly repeats: boolean
  isWaiting: boolean
  due: number
  /** The real timer that replaces it after the clock was restored. */
  real?: NodeJS.Timeout
}

export class HeldTimers {
  /** In milliseconds since the clock was stopped. */
  now = 0
  /** In the order in which they were started. */
  readonly #waiting = new Set<Held>()
  #isReleased = false

  /** @throws TypeError when the callback is not a function */
  start(repeats: boolean, callback: Callback, delay: unknown, args: readonly unknown[]): NodeJS.Timeout {
    const timer = startReal(callback, longest).unref() as NodeTimer
    // The callback runs in the asynchronous context in which the timer was started, for AsyncLocalStorage.
    const run = AsyncResource.bind(() => Reflect.apply(callback, timer, args))
    const held: Held = { timer, run, delay: toDelay(delay), repeats, isWaiting: false, due: 0 }
    this.#wait(held)
    timer.refresh = () => {
      if (!held.isWaiting) timer._onTimeout = callback
      this.#wait(held)
      return timer
    }
    return timer
  }

  /** Returns when the next timer runs; `undefined` when that is after `end`. */
  nextUntil(end: number): number | undefined {
    let next: number | undefined
    for (const held of this.#waiting) {
      if (isCleared(held)) this.#waiting.delete(held)
      else if (held.due <= end) next = Math.min(next ?? end, held.due)
    }
    return next
  }

  /** Returns functions that run the timers that are due, in the order in which they were started. */
  due(): readonly (() => void)[] {
    const isDue = (held: Held) => this.#waiting.has(held) && held.due <= this.now
    return [...this.#waiting].filter(isDue).map((held) => () => {
      // Another timer of the same time may have cleared or refreshed it.
      if (isDue(held)) this.#run(held)
    })
  }

  /** Lets the remaining timers continue in real time. They do not keep the process alive. */
  release(): void {
    this.#isReleased = true
    for (const held of this.#waiting) this.#goOn(held, held.due - this.now)
    this.#waiting.clear()
  }

  #wait(held: Held): void {
    held.isWaiting = true
    if (this.#isReleased) return this.#goOn(held, held.delay)
    held.due = this.now + held.delay
    this.#waiting.delete(held)
    this.#waiting.add(held)
  }

  #goOn(held: Held, delay: number): void {
    clearReal(held.real)
    held.real = startReal(() => this.#run(held), delay).unref()
  }

  #run(held: Held): void {
    this.#waiting.delete(held)
    if (isCleared(held)) return
    held.isWaiting = false
    try {
      held.run()
    } finally {
      if (held.repeats && !isCleared(held)) this.#wait(held)
      else if (!held.isWaiting) clearReal(held.timer)
    }
  }
}

const isCleared = ({ timer }: Held): boolean => !timer._onTimeout

/** Converts a delay as Node does. */
function toDelay(delay: unknown): number {
  const ms = Math.trunc(Number(delay))
  return ms >= 1 && ms <= longest ? ms : 1
}
