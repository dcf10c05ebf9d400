/** What can go wrong in the library's own terms, and how each failure reaches the client: always as a `Problem`. */
import { isUnavailable } from '@espalier/kit'
import { httpError, isError, isHttpError, shared } from 'espalier'
import { isDatabaseError } from '../postgres/database-error.ts'
import type { Problem } from './schemas.ts'

/** Puts a violated constraint of the database in the library's terms; any other error stays what it is. */
export function toConflict(error: unknown, conflicts: Record<string, [code: string, message: string]>) {
  const conflict = isDatabaseError(error) && conflicts[error.constraint ?? '']
  return conflict ? httpError(409, ...conflict, { cause: error }) : error
}

export const errors = shared({
  name: 'errors',
  setup: (app) =>
    app
      .setErrorHandler((error, request, reply) => {
        const { statusCode, problem } = describe(error)
        if (statusCode >= 500) request.log.error({ err: error }, 'request failed')
        if (statusCode === 503) reply.header('retry-after', '1')
        return reply.code(statusCode).send(problem)
      })
      .setNotFoundHandler((request, reply) => {
        const message = `There is nothing at ${request.method} ${request.url}.`
        return reply.code(404).send({ code: 'NOT_FOUND', message } satisfies Problem)
      })
})

/** The library's own refusals, and the framework's: of malformed URLs, of malformed, oversize and unsupported bodies. */
function describe(error: unknown): { statusCode: number; problem: Problem } {
  if (isError(error, 'FST_ERR_VALIDATION')) {
    const { message, validationContext: part } = error
    return { statusCode: 400, problem: { code: 'INVALID_REQUEST', message, part } }
  }
  if (isHttpError(error) && error.statusCode < 500) {
    const { code = 'REFUSED', message, statusCode } = error
    return { statusCode, problem: { code, message } }
  }
  if (isUnavailable(error)) {
    const message = 'The library is not available at the moment. Try again.'
    return { statusCode: 503, problem: { code: 'UNAVAILABLE', message } }
  }
  return { statusCode: 500, problem: { code: 'INTERNAL_ERROR', message: 'The library failed; the log says why.' } }
}
