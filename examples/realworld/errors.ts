/** What can go wrong, and how each failure reaches the client: always as a `Problem`. */
import { isUnavailable } from '@espalier/kit'
import { httpError, isError, isHttpError, shared } from 'espalier'
import type { Problem } from './schemas.ts'

export const errors = shared({
  name: 'errors',
  setup: (app) =>
    app
      .setErrorHandler((error, request, reply) => {
        const { statusCode, message } = describe(error)
        if (statusCode >= 500) request.log.error({ err: error }, 'request failed')
        if (statusCode === 503) reply.header('retry-after', '1')
        if (statusCode === 401) reply.header('www-authenticate', 'Token')
        return reply.code(statusCode).send({ errors: { body: [message] } } satisfies Problem)
      })
      .setNotFoundHandler(({ method, url }) => {
        throw httpError(404, 'NOT_FOUND', `there is nothing at ${method} ${url}`)
      })
})

/** Conduit's own refusals, and the framework's: of malformed URLs, of malformed, oversize and unsupported bodies. */
function describe(error: unknown) {
  if (isError(error, 'FST_ERR_VALIDATION')) return { statusCode: 422, message: error.message }
  if (isHttpError(error) && error.statusCode < 500) return error
  if (isUnavailable(error)) return { statusCode: 503, message: 'Conduit is not available at the moment; try again' }
  return { statusCode: 500, message: 'Conduit failed; the log says why' }
}
