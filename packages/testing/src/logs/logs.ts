/** A log line, parsed. */
export interface LogEntry {
  readonly level: Level
  readonly message: string
  /** All properties of the log line, including the message as `msg`. */
  readonly fields: Readonly<Record<string, unknown>>
}

export type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'

const levels: Readonly<Record<number, Level>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal'
}

export interface Logs {
  /** Pass this as the option `logger` of an app. */
  readonly logger: { readonly level: Level; readonly stream: { write(line: string): void } }
  /** The log lines so far, oldest first. */
  readonly entries: readonly LogEntry[]
  /** Returns the log lines of a level, oldest first. */
  of(level: Level): readonly LogEntry[]
  /** Removes the log lines so far from `entries`. */
  clear(): void
}

/**
 * Makes a logger that keeps its lines in memory, for tests of an application's log.
 *
 * @param level the lowest level that is kept. Default: `trace`
 * @example
 * const logs = captureLogs()
 * const app = espalier({ logger: logs.logger })
 * app.log.warn('the disk is nearly full')
 * logs.of('warn').map(({ fields }) => fields.msg) // [ 'the disk is nearly full' ]
 */
export function captureLogs(level: Level = 'trace'): Logs {
  const entries: LogEntry[] = []
  return {
    logger: { level, stream: { write: (line) => void entries.push(toEntry(line)) } },
    entries,
    of: (wanted) => entries.filter((entry) => entry.level === wanted),
    clear: () => void entries.splice(0)
  }
}

function toEntry(line: string): LogEntry {
  const fields: Readonly<Record<string, unknown>> = JSON.parse(line)
  const { level, msg = '' } = fields
  return { level: levels[Number(level)] ?? 'info', message: String(msg), fields }
}
