/** What can go wrong in the library's own terms, and how each failure reaches the client: always as a `Problem`. */
import { messages } from '@electric-sql/pglite'
import { isError, type Reply, type Request, shared } from 'espalier'
import type { Problem } from './schemas.ts'

const statuses = {
  NO_CARD: 401,
  NO_SUCH_BOOK: 404,
  NO_SUCH_MEMBER: 404,
  NO_SUCH_LOAN: 404,
  ISBN_TAKEN: 409,
  CARD_TAKEN: 409,
  BOOK_LENT: 409,
  ALREADY_RETURNED: 409,
  HAS_LOANS: 409,
  TOO_MANY_LOANS: 422,
  LOAN_OVERDUE: 422
}

type Code = keyof typeof statuses

/** A request that the library refuses. */
export class LibraryError extends Error {
  readonly code: Code
  readonly statusCode: number

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.statusCode = statuses[code]
  }
}

/** Puts a violated constraint of the database in the library's terms; any other error stays what it is. */
export function toConflict(error: unknown, conflicts: Record<string, [code: Code, message: string]>) {
  const conflict = error instanceof messages.DatabaseError && conflicts[error.constraint ?? '']
  return conflict ? new LibraryError(...conflict, { cause: error }) : error
}

/** Answers an error that the contexts below have not answered, or that no context was found for. */
export function answerError(error: unknown, request: Request<unknown>, reply: Reply) {
  const { statusCode, problem } = describe(error)
  if (statusCode >= 500) request.log.error({ err: error }, 'request failed')
  return reply.code(statusCode).send(problem)
}

export const errors = shared({
  name: 'errors',
  setup: (app) =>
    app.setErrorHandler(answerError).setNotFoundHandler((request, reply) => {
      const message = `There is nothing at ${request.method} ${request.url}.`
      return reply.code(404).send({ code: 'NOT_FOUND', message } satisfies Problem)
    })
})

function describe(error: unknown): { statusCode: number; problem: Problem } {
  if (isError(error, 'FST_ERR_VALIDATION')) {
    const { message, validationContext: part } = error
    return { statusCode: 400, problem: { code: 'INVALID_REQUEST', message, part } }
  }
  if (isRefusal(error)) {
    const { code, message, statusCode } = error
    return { statusCode, problem: { code, message } }
  }
  return { statusCode: 500, problem: { code: 'INTERNAL_ERROR', message: 'The library failed; the log says why.' } }
}

/** The library's own refusals and the framework's: of malformed URLs, of malformed, oversize and unsupported bodies. */
function isRefusal(error: unknown): error is Error & { code: string; statusCode: number } {
  return (
    error instanceof Error &&
    'code' in error &&
    'statusCode' in error &&
    typeof error.code === 'string' &&
    typeof error.statusCode === 'number' &&
    error.statusCode < 500
  )
}
