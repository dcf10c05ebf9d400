/**
 * Creates the app's logger from its options, and the child logger of each request. Only this file imports pino. It loads pino only for an app that
 * logs, because loading pino takes longer than the rest of the start.
 */
import { types } from 'node:util'
import type { LoggerOptions as PinoOptions } from 'pino'
import type { ChildLoggerOptions, LogBindings, Logger, LoggerOptions, LogSerializers } from '../../types/logger.ts'
import type { ChildLoggerFactory } from '../../types/route.ts'
import { assertSync } from '../error/assert-sync.ts'
import { errors, readOf } from '../error/error.ts'
import { refuseOnWorkers } from '../error/on-workers.ts'
import { require } from '../require.ts'

export type { Logger } from '../../types/logger.ts'

type PinoModule = typeof import('pino')

const methods = ['info', 'error', 'debug', 'fatal', 'warn', 'trace', 'child'] as const

export function createLogger({ logger, loggerInstance }: { logger?: unknown; loggerInstance?: unknown }): {
  logger: Logger
  enabled: boolean
} {
  if (logger && loggerInstance) throw new errors.FST_ERR_LOG_LOGGER_AND_LOGGER_INSTANCE_PROVIDED()
  if (loggerInstance) {
    if (!isLogger(loggerInstance)) throw new errors.FST_ERR_LOG_INVALID_LOGGER_INSTANCE()
    return { logger: withSerializers(loggerInstance), enabled: true }
  }
  if (!logger) return { logger: createNullLogger(), enabled: false }
  if (isLogger(logger) || typeof logger === 'string') throw new errors.FST_ERR_LOG_INVALID_LOGGER_CONFIG()
  return { logger: createPinoLogger(toOptions(logger)), enabled: true }
}

/** @throws FST_ERR_LOG_INVALID_LOGGER when the value has only some of a logger's methods */
function isLogger(value: unknown): value is Logger {
  const missing = missingMethods(value)
  if (missing.length === 0) return true
  if (missing.length === methods.length) return false
  throw new errors.FST_ERR_LOG_INVALID_LOGGER(missing.join(','))
}

function missingMethods(value: unknown): string[] {
  const members = (value ?? {}) as Record<string, unknown>
  return methods.filter((method) => typeof members[method] !== 'function')
}

/** The methods are own properties, because plugins look for own properties, and some plugins replace a method. */
function createNullLogger(): Logger {
  const nothing = (): void => {}
  const logger: Logger = {
    level: 'silent',
    fatal: nothing,
    error: nothing,
    warn: nothing,
    info: nothing,
    debug: nothing,
    trace: nothing,
    silent: nothing,
    child: () => logger
  }
  return logger
}

/** Copies non-enumerable and read-only properties, too. */
function toOptions(logger: unknown): LoggerOptions {
  const options: Record<PropertyKey, unknown> = {}
  if (Object.prototype.toString.call(logger) === '[object Object]') {
    for (const key of Reflect.ownKeys(logger as object)) options[key] = (logger as Record<PropertyKey, unknown>)[key]
  }
  options.level ||= 'info'
  return options
}

function createPinoLogger({ stream, file, ...options }: LoggerOptions): Logger {
  if (stream && file) throw new errors.FST_ERR_LOG_INVALID_DESTINATION()
  if (file || options.transport)
    refuseOnWorkers(
      'files and threads to log to',
      "Leave 'file' and 'transport' out: lines go to the console, or to 'stream'."
    )
  const pino: PinoModule = require('pino')
  const destination = file ? pino.destination(file) : stream
  const withDefaults = {
    ...options,
    serializers: containFaults({ ...defaultSerializers(pino), ...options.serializers })
  } as PinoOptions
  // Espalier's type of a logger has fewer members than pino's, so that any logger can match it.
  return (destination ? pino(withDefaults, destination) : pino(withDefaults)) as unknown as Logger
}

/** Serializers that the logger already has take precedence. */
function withSerializers(logger: Logger): Logger {
  const pino: PinoModule = require('pino')
  const own = ['serializers', pino.symbols.serializersSym].map(
    (key) => Reflect.get(logger, key) as LogSerializers | undefined
  )
  const serializers = containFaults(Object.assign(defaultSerializers(pino), ...own))
  return logger.child({}, { serializers })
}

/** If a serializer throws, the field becomes a placeholder, because some callers of the logger do not catch exceptions. */
function containFaults(serializers: LogSerializers): LogSerializers {
  const contained: Record<PropertyKey, unknown> = {}
  const names: PropertyKey[] = [...Object.getOwnPropertySymbols(serializers)]
  for (const name in serializers) names.push(name)
  for (const name of names) {
    const serialize = serializers[name as string]
    contained[name] = typeof serialize === 'function' ? contain(serialize) : serialize
  }
  return contained as LogSerializers
}

function contain(serialize: LogSerializers[string]): LogSerializers[string] {
  return (value) => {
    try {
      return assertSync(serialize(value), 'A serializer of the log')
    } catch {
      return 'the serializer of this field threw'
    }
  }
}

interface LoggedRequest {
  method: string
  url: string
  headers?: Record<string, unknown>
  host?: string
  ip?: string
  socket?: { remotePort?: number } | null
}

function defaultSerializers(pino: PinoModule): LogSerializers {
  return {
    req: (request: LoggedRequest) => ({
      method: request.method,
      url: request.url,
      version: request.headers?.['accept-version'],
      host: request.host,
      remoteAddress: request.ip,
      remotePort: request.socket?.remotePort
    }),
    res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
    err: (error: unknown) => writeError(pino, error)
  }
}

/** An error that throws when it is read becomes a placeholder, because logging must not fail. */
function writeError(pino: PinoModule, error: unknown): unknown {
  try {
    const written: unknown = pino.stdSerializers.err(error as Error)
    // An object with a method `then` would be treated as a promise, and the field would be lost.
    if (typeof readOf(written, 'then') !== 'function' || types.isPromise(written)) return written
    // biome-ignore lint/suspicious/noThenProperty: it takes the member away
    return { ...(written as object), then: undefined }
  } catch {
    return { type: 'Error', message: 'the error cannot be read: it throws when its properties are' }
  }
}

export function defaultChildLoggerFactory(logger: Logger, bindings: LogBindings, options: ChildLoggerOptions): Logger {
  return logger.child(bindings, options)
}

export interface ChildLoggerPlan<App> {
  app: App
  logger: Logger
  factory: ChildLoggerFactory<App>
  /** The field under which the request's id is written. */
  label: string
  level?: string | null | undefined
  serializers?: LogSerializers | null | undefined
}

/** @throws FST_ERR_LOG_INVALID_LOGGER (from the compiled function) when the app's factory does not return a logger */
export function compileChildLogger<App>({
  app,
  logger,
  factory,
  label,
  level,
  serializers
}: ChildLoggerPlan<App>): (id: string, transport: { readonly request: unknown }) => Logger {
  // Options without a value are omitted: pino resets the level of a child whose options contain `level: undefined`.
  const options = { ...(level ? { level } : {}), ...(serializers ? { serializers: containFaults(serializers) } : {}) }
  if (factory === defaultChildLoggerFactory) return (id) => logger.child({ [label]: id }, options)
  return (id, { request }) => {
    const child = assertSync(
      factory.call(app, logger, { [label]: id }, options, request as never),
      'childLoggerFactory'
    )
    const missing = missingMethods(child)
    if (missing.length > 0) throw new errors.FST_ERR_LOG_INVALID_LOGGER(missing.join(','))
    return child
  }
}

export function assertLogLevel(level: unknown, logger: Logger, method: string, url: string): void {
  if (level === undefined || level === null || level === '') return
  const levels = (logger as { levels?: { values?: Record<string, unknown> } }).levels?.values
  if (levels === undefined) return
  if (typeof level !== 'string' || typeof levels[level] !== 'number') {
    throw new errors.FST_ERR_ROUTE_LOG_LEVEL_INVALID(method, url, level)
  }
}
