import type { TestContext } from 'node:test'

/** Returns the uncaught errors during the test `t`, which would have ended the process. */
export function catchCrashes(t: TestContext): unknown[] {
  const crashes: unknown[] = []
  process.setUncaughtExceptionCaptureCallback((error) => void crashes.push(error))
  t.after(() => process.setUncaughtExceptionCaptureCallback(null))
  return crashes
}
