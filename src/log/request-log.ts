/** The log lines that the framework writes about requests. Each line has a method, so that an application can override a single line. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from '../../types/logger.ts'
import { logSafely } from '../base/log-safely.ts'
import { promiseOf } from '../base/outcome.ts'
import { assertSync } from '../error/assert-sync.ts'
import { errors, isFailure, readOf } from '../error/error.ts'
import { headlineOf } from '../error/note.ts'

type LineWriter = Pick<Logger, 'info' | 'warn' | 'error'>

/** The properties of a request that log lines use. */
export interface LoggedRequest {
  readonly id: unknown
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly log: LineWriter
  readonly raw: { readonly method?: string | undefined; readonly url?: string | undefined }
}

/** The properties of a reply that log lines use. */
export interface LoggedReply {
  readonly log: LineWriter
  readonly statusCode: number
  /** In milliseconds since the request arrived. */
  readonly elapsedTime: number
}

/**
 * Options of a `LogController`, for settings that need no subclass.
 *
 * @example
 * const controller = new LogController({ disableRequestLogging: true, requestIdLogLabel: 'id' })
 * controller.isLogDisabled({ url: '/' }) // true
 */
export interface LogControllerOptions<Request extends LoggedRequest = LoggedRequest> {
  /** Whether the lines about requests are omitted; a function decides for each request. Default: false. */
  disableRequestLogging?: boolean | ((request: Request) => boolean)
  /** The field under which a request's id is written; default: `reqId`. */
  requestIdLogLabel?: string
}

/**
 * Writes the framework's own log lines. Extend it, override single methods and pass an instance as `logController`. An overridden method is called
 * for every request, even if request logging is disabled.
 *
 * @example
 * const lines = []
 * class Short extends LogController {
 *   incomingRequest({ method, url }) { lines.push(`${method} ${url}`) }
 * }
 * await espalier({ logController: new Short() }).inject('/a')
 * lines // [ 'GET /a' ]
 */
export class LogController<Request extends LoggedRequest = LoggedRequest, Reply extends LoggedReply = LoggedReply> {
  readonly disableRequestLogging: boolean | ((request: Request) => boolean)
  readonly requestIdLogLabel: string

  constructor(options?: LogControllerOptions<Request>) {
    this.disableRequestLogging = options?.disableRequestLogging || false
    this.requestIdLogLabel = options?.requestIdLogLabel || 'reqId'
  }

  /** Whether the lines about this request are omitted. */
  isLogDisabled(request: Request): boolean {
    const disabled = this.disableRequestLogging
    return typeof disabled === 'function' ? assertSync(disabled(request), 'disableRequestLogging') : disabled
  }

  /** Writes that a request arrived, before its first hook. */
  incomingRequest(request: Request, _reply: Reply): void {
    if (this.isLogDisabled(request)) return
    logSafely(request.log, 'info', { req: request }, 'incoming request')
  }

  /** Writes that a response was sent. With an error, writes that sending the response failed. */
  requestCompleted(error: unknown, request: Request, reply: Reply): void {
    if (this.isLogDisabled(request)) return
    const responseTime = reply.elapsedTime
    if (isFailure(error)) logSafely(reply.log, 'error', { res: reply, err: error, responseTime }, 'request errored')
    else logSafely(reply.log, 'info', { res: reply, responseTime }, 'request completed')
  }

  /** Writes an error that reached the default error handler: as an error from status 500 on, else as information. */
  defaultErrorLog(error: unknown, request: Request, reply: Reply): void {
    if (this.isLogDisabled(request)) return
    if (reply.statusCode >= 500)
      logSafely(reply.log, 'error', { req: request, res: reply, err: error }, messageOf(error))
    else logSafely(reply.log, 'info', { res: reply, err: error }, messageOf(error))
  }

  /** Writes that a client disconnected before its whole request had arrived. */
  requestBrokenOff(error: unknown, request: Request, reply: Reply): void {
    if (this.isLogDisabled(request)) return
    logSafely(reply.log, 'info', { err: error }, 'the client left before its request had arrived')
  }

  /** Writes that a stream failed, or its client disconnected, after the head of the response was sent. */
  streamError(error: unknown, request: Request, reply: Reply): void {
    if (this.isLogDisabled(request)) return
    if (readOf(error, 'code') === 'ERR_STREAM_PREMATURE_CLOSE') {
      logSafely(reply.log, 'info', { res: reply }, 'stream closed prematurely')
    } else {
      logSafely(reply.log, 'warn', { err: error }, 'response terminated with an error with headers already sent')
    }
  }

  /** Writes that no route matched a request and the default not-found handler responds. */
  routeNotFound(request: Request, _reply: Reply): void {
    if (this.isLogDisabled(request)) return
    logSafely(request.log, 'info', `Route ${request.method}:${request.url} not found`)
  }

  /** Writes that the head of an error response could not be written, for example because of an invalid header. */
  writeHeadError(error: unknown, request: Request, reply: Reply): void {
    if (this.isLogDisabled(request)) return
    logSafely(reply.log, 'warn', { req: request, res: reply, err: error }, messageOf(error))
  }

  /** Writes that an error could not be serialized by the response schema of its status. */
  serializerError(error: unknown, request: Request, reply: Reply, { statusCode }: { statusCode: number }): void {
    if (this.isLogDisabled(request)) return
    logSafely(reply.log, 'error', { err: error, statusCode }, 'The serializer for the given status code failed')
  }

  /** Writes that a request was refused because the server is closing; not subject to `disableRequestLogging`. */
  serviceUnavailable(logger: LineWriter, _app: unknown): void {
    logSafely(
      logger,
      'info',
      { res: { statusCode: 503 } },
      'request aborted - refusing to accept new requests as server is closing'
    )
  }
}

/** Logging must not fail, so a placeholder replaces a message whose getter throws. For `undefined`, the logger reads the error itself. */
function messageOf(error: unknown): string | undefined {
  try {
    const sentence = headlineOf(error)
    if (sentence !== undefined) return sentence
    const message = (error as { message?: unknown } | null | undefined)?.message
    if (message === undefined || typeof message === 'string') return message
  } catch {}
  return 'an error whose message cannot be read'
}

const lines = Object.getOwnPropertyNames(LogController.prototype).filter((name) => name !== 'constructor')

/** Some callers of the log controller do not catch exceptions. The app's logger writes an exception of the controller in place of the line. */
export function withoutFaults(controller: LogController, logger: LineWriter): LogController {
  const contain = (line: string) => {
    const write = controller[line as keyof LogController] as (...args: unknown[]) => unknown
    const report = (error: unknown) =>
      logSafely(logger, 'error', { err: error }, `the log controller could not write '${line}'`)
    return (...args: unknown[]) => {
      try {
        const result = write.apply(controller, args)
        promiseOf(result)?.then(undefined, report)
        return result
      } catch (error) {
        report(error)
      }
    }
  }
  return Object.create(controller, Object.fromEntries(lines.map((line) => [line, { value: contain(line) }])))
}

/** The methods are checked instead of `instanceof`, because the controller may come from another copy of the package. */
export function createLogController({
  logController,
  ...options
}: LogControllerOptions & { logController?: unknown }): LogController {
  if (!logController) return new LogController(options)
  const members = logController as Record<string, unknown>
  if (lines.every((line) => typeof members[line] === 'function')) return logController as LogController
  throw new errors.FST_ERR_LOG_INVALID_LOG_CONTROLLER(typeof logController)
}
