// Waiting for what a server or a stream does by itself. A test that waits has a limit: what never comes is named, and does not hang the run.
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'

/** In milliseconds: far longer than anything takes, on however busy a machine (a process that starts has taken a minute). No test is right or wrong by it. */
const patience = 300_000

class NeverCame extends Error {
  constructor(what: string) {
    super(`waited ${patience / 1000} s for ${what}`)
  }
}

interface Pace {
  /** In milliseconds; 0 looks in every turn of the event loop. */
  readonly every?: number
}

/**
 * Waits until something holds, and does what makes it hold if that takes steps.
 * @param holds is asked again until it returns true
 * @param what names in the failure what was waited for
 */
export async function until(holds: () => boolean | Promise<boolean>, what: string, { every = 0 }: Pace = {}) {
  const end = performance.now() + patience
  while (!(await holds())) {
    if (performance.now() > end) throw new NeverCame(what)
    await (every === 0 ? turn() : sleep(every))
  }
}

/** Waits for a promise whose event may never come. */
export async function arrival<Value>(promise: Promise<Value>, what: string): Promise<Value> {
  const over = new AbortController()
  const expired = sleep(patience, undefined, { signal: over.signal }).then(() => Promise.reject(new NeverCame(what)))
  try {
    return await Promise.race([promise, expired])
  } finally {
    over.abort()
    expired.catch(() => {})
  }
}

/** Waits for the close of a socket or a stream, whatever it comes by: `once` of node:events rejects where an error comes before it, such as a reset. */
export function closeOf(closable: { once(event: 'close', listener: () => void): unknown }): Promise<void> {
  return arrival(new Promise((resolve) => closable.once('close', resolve)), 'the close')
}
