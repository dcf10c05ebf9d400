/** What can go wrong, and how each failure reaches the client: always as a `Problem`. */
import { isError, type Reply, type Request, shared } from 'espalier'
import type { Problem } from './schemas.ts'

/** A request that Conduit refuses, with the sentence that says why. */
export class Refusal extends Error {
  readonly statusCode: number

  constructor(statusCode: 401 | 403 | 404 | 422, message: string, options?: ErrorOptions) {
    super(message, options)
    this.statusCode = statusCode
  }
}

/** Answers an error that the contexts below have not answered, or that no context was found for. */
export function answerError(error: unknown, request: Request<unknown>, reply: Reply) {
  const { statusCode, message } = describe(error)
  if (statusCode >= 500) request.log.error({ err: error }, 'request failed')
  if (statusCode === 401) reply.header('www-authenticate', 'Token')
  return reply.code(statusCode).send({ errors: { body: [message] } } satisfies Problem)
}

export const errors = shared({
  name: 'errors',
  setup: (app) =>
    app.setErrorHandler(answerError).setNotFoundHandler(({ method, url }) => {
      throw new Refusal(404, `there is nothing at ${method} ${url}`)
    })
})

function describe(error: unknown) {
  if (isError(error, 'FST_ERR_VALIDATION')) return { statusCode: 422, message: error.message }
  if (isRefusal(error)) return error
  return { statusCode: 500, message: 'Conduit failed; the log says why' }
}

/** Conduit's own refusals and the framework's: of malformed URLs, of malformed, oversize and unsupported bodies. */
function isRefusal(error: unknown): error is Error & { statusCode: number } {
  return (
    error instanceof Error &&
    'statusCode' in error &&
    typeof error.statusCode === 'number' &&
    error.statusCode >= 400 &&
    error.statusCode < 500
  )
}
