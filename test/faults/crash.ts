import type { TestContext } from 'node:test'

/** What would have ended the process during the test `t`. */
export function catchCrashes(t: TestContext): unknown[] {
  const crashes: unknown[] = []
  process.setUncaughtExceptionCaptureCallback((error) => void crashes.push(error))
  t.after(() => process.setUncaughtExceptionCaptureCallback(null))
  return crashes
}
