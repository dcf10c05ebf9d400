import { promiseOf } from './outcome.ts'

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error'

/** For the framework's own log lines. If the logger throws or rejects, the line is lost, and the request and the process continue. */
export function logSafely<Name extends Level>(
  log: Readonly<Record<Name, (...line: never[]) => unknown>>,
  level: Name,
  ...line: unknown[]
): void {
  try {
    promiseOf(log[level](...(line as never[])))?.then(undefined, () => {})
  } catch {}
}
