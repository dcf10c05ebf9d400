import { inspect } from 'node:util'
import { longestTimer } from '../option/check-whole.ts'

/** The properties of an app that `every` uses. */
export interface PeriodicApp {
  readonly log: TaskLog
  addHook(name: 'onReady' | 'preClose' | 'onClose', hook: () => Promise<void>): unknown
}

interface TaskLog {
  debug(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface TaskContext {
  /** Aborts when the app closes. */
  readonly signal: AbortSignal
}

/**
 * Runs a task every `ms` milliseconds, from the time when the app is ready until it closes. `close()` waits for a current run.
 *
 * Runs do not overlap: while a run is in progress, later runs are skipped. An error is logged, and does not stop later runs.
 *
 * @param ms from 1 to 2147483647
 * @param task the task; its function name is logged
 * @throws RangeError when `ms` is out of range
 * @example
 * const app = espalier()
 * const first = new Promise((resolve) => every(app, 10, function removeSessions({ signal }) { resolve(signal.aborted) }))
 * await app.ready()
 * await first // false
 * await app.close()
 */
export function every(app: PeriodicApp, ms: number, task: (context: TaskContext) => unknown): void {
  if (typeof ms !== 'number' || !(ms >= 1 && ms <= longestTimer))
    throw new RangeError(`every() takes from 1 to ${longestTimer} milliseconds, not ${inspect(ms, { depth: 0 })}.`)
  const end = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const runUnlessRunning = () => {
    if (running !== undefined)
      return app.log.debug({ task: task.name }, 'the periodic task still runs, so this turn is left out')
    running = run(app.log, task, end.signal).finally(() => {
      running = undefined
    })
  }
  app.addHook('onReady', async () => {
    timer = setInterval(runUnlessRunning, ms).unref()
  })
  app.addHook('preClose', async () => {
    clearInterval(timer)
    end.abort()
  })
  app.addHook('onClose', async () => running)
}

async function run(log: TaskLog, task: (context: TaskContext) => unknown, signal: AbortSignal): Promise<void> {
  try {
    await task({ signal })
  } catch (error) {
    // The signal aborts when the app closes, and the task may throw for that reason. That is not a failure.
    if (!signal.aborted) log.error({ err: error, task: task.name }, 'a periodic task failed')
    else log.debug({ err: error, task: task.name }, 'a periodic task was stopped')
  }
}
