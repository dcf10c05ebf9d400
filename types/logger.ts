import type { DestinationStream, PinoOptions } from './engine.ts'

/** Writes one log line: a message, or an object and a message, with `util.format` arguments. */
export interface LogMethod {
  (message: string, ...args: unknown[]): void
  (details: unknown, message?: string, ...args: unknown[]): void
}

/** Names of the levels that every logger has. */
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/** The members that every line of a child logger has. */
export type LogBindings = Record<string, unknown>

/**
 * How a child logger differs from its parent.
 *
 * @example
 * const { log } = espalier({ logger: { level: 'warn' } })
 * log.child({}, { level: 'error', serializers: { user: ({ name }) => name } }).level // 'error'
 */
export interface ChildLoggerOptions {
  level?: string
  serializers?: LogSerializers
  [option: string]: unknown
}

/** Converts the value of a key for the log line. */
// The parameter has the type `never`, so that a serializer may declare any type for its parameter.
export type LogSerializers = Record<string, (value: never) => unknown>

/** The logger on `app.log` and `request.log`, such as a pino logger. */
export interface Logger {
  level: string
  fatal: LogMethod
  error: LogMethod
  warn: LogMethod
  info: LogMethod
  debug: LogMethod
  trace: LogMethod
  silent: LogMethod
  child(bindings: LogBindings, options?: ChildLoggerOptions): Logger
}

/** A logger that an application made itself, for `loggerInstance`. */
// The members are methods, whose parameters TypeScript compares in both directions. So a logger may take wider or narrower types of messages.
export interface LoggerInstance {
  level?: string
  fatal(...args: never[]): void
  error(...args: never[]): void
  warn(...args: never[]): void
  info(...args: never[]): void
  debug(...args: never[]): void
  trace(...args: never[]): void
  child(bindings: LogBindings, options?: never): unknown
}

/**
 * Options of the built-in logger: pino's options, and where lines go.
 *
 * @example
 * const stream = { write: () => {} }
 * const { log } = espalier({ logger: { stream, base: { a: 1 }, serializers: { user: ({ name }) => name }, customLevels: { audit: 35 } } })
 * typeof log.audit // 'function'
 */
export interface LoggerOptions extends Omit<PinoOptions, 'base' | 'customLevels' | 'serializers'> {
  /** Where lines go; standard output by default. Not together with `file`. */
  stream?: DestinationStream
  /**
   * A file that lines are appended to. Not together with `stream`.
   *
   * @example espalier({ logger: { file: 'app.log', stream: process.stdout } }) // throws FST_ERR_LOG_INVALID_DESTINATION
   */
  file?: string
  /** Convert the values of keys for log lines, instead of the framework's serializers for `req`, `res` and `err`. */
  serializers?: LogSerializers
  /** The members of every line; `null` for none. Default: `pid` and `hostname`. */
  base?: LogBindings | null
  /** More levels, by name and number. */
  customLevels?: Record<string, number>
}
