/**
 * Reports the first unexpected error of an app that has no log and hides error messages from clients. Without the report, the developer of the first
 * handler that throws would see a bare 500 and an empty terminal.
 */
import { readOf } from '../error/error.ts'
import { isForClients } from '../error/exposure.ts'
import { warn } from '../error/warning.ts'
import type { LogController, LoggedReply, LoggedRequest } from './request-log.ts'

interface Failed {
  readonly request: LoggedRequest
  readonly reply: LoggedReply
}

/** @param isSeen whether the app has a log, sends error messages to clients, or has set `exposeErrors` explicitly */
export function createFirstErrorWarning(
  controller: LogController,
  isSeen: boolean
): (error: unknown, failed: Failed, isClientGone: boolean) => void {
  let isSilent = isSeen
  return (error, { request, reply }, isClientGone) => {
    // An upload that the client aborted is not an error of the application.
    if (isClientGone) return controller.requestBrokenOff(error, request, reply)
    controller.defaultErrorLog(error, request, reply)
    if (isSilent || isForClients(error)) return
    // Only the first error is reported, because clients could cause any number of them.
    isSilent = true
    warn('ESPWRN003', `${request.method} ${request.url}`, textOf(error))
  }
}

function textOf(error: unknown): string {
  const text = readOf(error, 'stack') ?? readOf(error, 'message')
  return typeof text === 'string' ? text : `a thrown ${typeof error}`
}
