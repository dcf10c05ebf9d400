/** Sends a 500 if a function of the application throws before the request object exists, which error handlers would need. */
import { logSafely } from '../base/log-safely.ts'
import { defaultErrorBody, errorHead } from '../error/body.ts'
import type { Transport } from '../http/transport.ts'
import type { Logger } from '../log/logger.ts'

export function sendInternalError(logger: Logger, error: unknown, transport: Transport): void {
  logSafely(logger, 'error', { err: error }, 'a request could not be accepted')
  if (transport.isBegun) return transport.abort()
  const body = defaultErrorBody(error, 500, { exposeMessage: false })
  transport.respond(500, errorHead(body), body)
}
