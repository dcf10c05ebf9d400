/** Writes log lines of espalier itself at places where an exception of a logger would be uncaught. */
import { promiseOf } from './promise.ts'

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error'

/** Writes a line. A logger that fails costs the line, never the request or the process that it tells of. */
export function logSafely<Name extends Level>(
  log: Readonly<Record<Name, (...line: never[]) => unknown>>,
  level: Name,
  ...line: unknown[]
): void {
  try {
    promiseOf(log[level](...(line as never[])))?.then(undefined, () => {})
  } catch {}
}
