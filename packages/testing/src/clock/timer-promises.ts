/** `setTimeout` and `setInterval` of `node:timers/promises`, with timers of a stopped clock. */
import type { Callback } from './fake-timers.ts'

interface Options {
  readonly signal?: AbortSignal
}

export type Start = (callback: Callback, ms?: number) => NodeJS.Timeout

const aborted = ({ reason }: AbortSignal): Error =>
  Object.assign(new Error('The operation was aborted', { cause: reason }), { name: 'AbortError', code: 'ABORT_ERR' })

/** @param start starts a timer that runs once */
export function createSleep(start: Start) {
  return async <Value>(ms?: number, value?: Value, { signal }: Options = {}): Promise<Value | undefined> => {
    if (signal?.aborted) throw aborted(signal)
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        if (signal) reject(aborted(signal))
      }
      const timer = start(() => {
        signal?.removeEventListener('abort', stop)
        resolve(value)
      }, ms)
      signal?.addEventListener('abort', stop, { once: true })
    })
  }
}

/** @param start starts a timer that repeats */
export function createTicks(start: Start) {
  return async function* ticks<Value>(ms?: number, value?: Value, { signal }: Options = {}) {
    let due = 0
    let wake = () => {}
    const timer = start(() => {
      due++
      wake()
    }, ms)
    const stop = () => wake()
    signal?.addEventListener('abort', stop, { once: true })
    try {
      for (;;) {
        if (signal?.aborted) throw aborted(signal)
        for (; due > 0; due--) yield value
        const woken = new Promise<void>((resolve) => {
          wake = resolve
        })
        if (due === 0 && !signal?.aborted) await woken
      }
    } finally {
      clearInterval(timer)
      signal?.removeEventListener('abort', stop)
    }
  }
}
