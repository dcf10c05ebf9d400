/** Closes an app at a signal. During the notice period before, `app.state` is `draining`, and requests are still accepted. */
import type { Core } from '../app.ts'
import { logSafely } from '../base/log-safely.ts'
import { callMethod } from '../tree/app-object.ts'

/** All in milliseconds. */
export interface ShutdownTimes {
  readonly notice: number
  readonly drain: number
  /** The limit for the whole shutdown, counted from the signal; `undefined` for no limit. */
  readonly within: number | undefined
}

type ShutdownContext = Pick<Core, 'app' | 'boot' | 'logger'>

/** Returns a function that ends the notice period early. */
export function shutDown(
  signal: NodeJS.Signals,
  context: ShutdownContext,
  { notice, within }: ShutdownTimes
): () => void {
  const { boot, logger } = context
  if (within !== undefined) setTimeout(() => exitByForce(signal, context, within), within).unref()
  const isNoticed = notice > 0 && boot.life.state === 'ready'
  logSafely(logger, 'info', `closing${isNoticed ? ` in ${notice} ms` : ''}, because of ${signal}`)
  if (!isNoticed) {
    void closeApp(signal, context)
    return () => {}
  }
  boot.life.advance('draining')
  const timer = setTimeout(() => void closeApp(signal, context), notice)
  return () => clearTimeout(timer)
}

/** Logs an error of `close()`, because no caller awaits it. */
async function closeApp(signal: string, { app, logger }: ShutdownContext): Promise<void> {
  try {
    await callMethod(app, 'close')
  } catch (error) {
    logSafely(logger, 'error', { err: error }, `closing because of ${signal} failed`)
    process.exitCode = 1
  }
}

function exitByForce(signal: string, { boot, logger }: ShutdownContext, within: number): void {
  const resources: Record<string, number> = {}
  for (const name of process.getActiveResourcesInfo()) resources[name] = (resources[name] ?? 0) + 1
  const { state } = boot.life
  logSafely(logger, 'error', { state, resources }, `the process goes on ${within} ms after ${signal}, and is ended`)
  process.exit(1)
}

/** Returns a text with the time that a supervisor, such as Kubernetes, must wait before it kills the process. A timeout of 0 means no limit. */
export function describeShutdownTime(
  { notice, drain, within }: ShutdownTimes,
  { closeTimeout, handlerTimeout, defaultTimeout }: Core['options']
): string {
  const slowest = handlerTimeout || defaultTimeout
  const isBounded = slowest > 0 && closeTimeout > 0
  const most = notice + Math.max(drain, slowest, closeTimeout)
  const parts = `notice ${notice} + the longest of drain ${drain}, handlerTimeout ${slowest || 'none'}, closeTimeout ${closeTimeout || 'none'}`
  const total = isBounded ? `at most ${most} ms` : 'any time'
  const end = within !== undefined && (!isBounded || within < most) ? `; the process ends within ${within} ms` : ''
  return `ending takes ${total}: ${parts}${end}`
}
