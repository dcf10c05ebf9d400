/**
 * Replaces pino on workers, which have no files and no threads. pino's logger for browsers makes the same records. Each record is written as a line
 * of JSON to the option `stream`, or to the console without it.
 */
import pino from 'pino/browser.js'

interface Destination {
  write(line: string): unknown
}

interface LogRecord {
  readonly time?: unknown
  readonly level: number
  readonly msg?: unknown
}

function lineOf(record: LogRecord): string {
  try {
    return JSON.stringify(record)
  } catch {
    const { time, level, msg } = record
    return JSON.stringify({ time, level, msg: String(msg), unwritable: true })
  }
}

function writeToConsole({ level }: LogRecord, line: string): void {
  if (level >= 50) console.error(line)
  else if (level >= 40) console.warn(line)
  else console.log(line)
}

function createPino({ base, ...options }: { base?: object | null }, destination?: Destination) {
  const write = (record: object) => {
    const line = lineOf(record as LogRecord)
    if (destination === undefined) writeToConsole(record as LogRecord, line)
    else destination.write(`${line}\n`)
  }
  const logger = Object.assign(pino({ ...options, browser: { serialize: true, write } }), { silent(): void {} })
  return base ? logger.child(base) : logger
}

function writeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, ...others } = error
  return { ...others, type: error.constructor?.name ?? name, message, stack }
}

export const pinoOfWorkers = Object.assign(createPino, {
  symbols: { serializersSym: Symbol('of loggers that pino has made on a server') },
  stdSerializers: { err: writeError }
})
