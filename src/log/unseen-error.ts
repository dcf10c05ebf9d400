/**
 * The first unexpected error of an app that nobody would see: it writes no log, and clients are not shown what was not chosen for them. The developer
 * whose first handler throws would look at a bare 500 and an empty terminal.
 */
import { readOf } from '../error/error.ts'
import { isForClients } from '../error/exposure.ts'
import { warn } from '../error/warning.ts'
import type { LogController, LoggedReply, LoggedRequest } from './request-log.ts'

interface Failed {
  readonly request: LoggedRequest
  readonly reply: LoggedReply
}

/**
 * Makes what the default error handler writes.
 *
 * @param isSeen whether a log or clients show errors, or the application chose neither; otherwise the first one that is not for clients is a process warning, and
 *   one alone, because clients choose how many there are
 */
export function createErrorLog(
  controller: LogController,
  isSeen: boolean
): (error: unknown, failed: Failed, isClientGone: boolean) => void {
  let isSilent = isSeen
  return (error, { request, reply }, isClientGone) => {
    // An upload that was broken off is no fault of the application.
    if (isClientGone) return controller.requestBrokenOff(error, request, reply)
    controller.defaultErrorLog(error, request, reply)
    if (isSilent || isForClients(error)) return
    isSilent = true
    warn('ESPWRN003', `${request.method} ${request.url}`, textOf(error))
  }
}

function textOf(error: unknown): string {
  const text = readOf(error, 'stack') ?? readOf(error, 'message')
  return typeof text === 'string' ? text : `a thrown ${typeof error}`
}
