/** A fault of one of the app's own functions before there is a request for which error handlers could run. */
import type { ServerResponse } from 'node:http'
import { defaultErrorBody } from '../error/body.ts'
import { tell } from '../error/tell.ts'
import { breakOff } from '../http/break-off.ts'
import type { Logger } from '../log/logger.ts'

export function answerFault(logger: Logger, error: unknown, rawReply: ServerResponse): void {
  tell(logger, 'error', { err: error }, 'a request could not be accepted')
  if (rawReply.headersSent) return breakOff(rawReply)
  const body = defaultErrorBody(error, 500, { exposeMessage: false })
  rawReply.writeHead(500, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body)
  })
  rawReply.end(body)
}
