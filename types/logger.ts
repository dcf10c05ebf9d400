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

/** How a child logger differs from its parent. */
export interface ChildLoggerOptions {
  level?: string
  serializers?: LogSerializers
  [option: string]: unknown
}

/** Converts the value of a key for the log line. */
// A serializer takes the value of its key, whose type the key does not determine.
export type LogSerializers = Record<string, (value: never) => unknown>

/** The logger on `app.log` and `request.log`; a pino logger is one. */
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
// Parameters are compared as methods, so that loggers with wider or narrower message types are accepted.
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

/** Options of the built-in logger: those of pino, and where lines go. */
export interface LoggerOptions extends Omit<PinoOptions, 'base' | 'customLevels' | 'serializers'> {
  /** Where lines go; standard output by default. Not together with `file`. */
  stream?: DestinationStream
  /** A file that lines are appended to. Not together with `stream`. */
  file?: string
  /** Convert the values of keys for log lines; they override those of the framework for `req`, `res` and `err`. */
  serializers?: LogSerializers
  /** The members of every line; `null` for none. Default: `pid` and `hostname`. */
  base?: LogBindings | null
  /** More levels, by name and number. */
  customLevels?: Record<string, number>
}
