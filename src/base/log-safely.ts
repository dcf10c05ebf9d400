/** Writes espalier's own log lines, where an exception of the logger would be uncaught. */
import { promiseOf } from './outcome.ts'

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error'

/** Writes a line. If the logger fails, the line is lost; the request and the process continue. */
export function logSafely<Name extends Level>(
  log: Readonly<Record<Name, (...line: never[]) => unknown>>,
  level: Name,
  ...line: unknown[]
): void {
  try {
    promiseOf(log[level](...(line as never[])))?.then(undefined, () => {})
  } catch {}
}
