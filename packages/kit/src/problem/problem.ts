import { type Static, Type } from '@sinclair/typebox'
import { isHttpError } from 'espalier'
import { type BadRequest, detailsOf } from './details.ts'

const Finding = Type.Object({
  in: Type.String({ description: 'The part of the request: body, params, querystring or headers.' }),
  path: Type.String({ description: 'The field in that part, as a JSON Pointer.' }),
  code: Type.String({ description: 'The keyword of the schema that refuses the value, such as required or minimum.' }),
  message: Type.String()
})

/** The schema of the body of a 400 response. */
export const ValidationProblem = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  code: Type.Optional(Type.String()),
  errors: Type.Array(Finding)
})
export type ValidationProblem = Static<typeof ValidationProblem>

/** The 400 response for route schemas: `routeDefaults({ response: { 400: validationProblem } })`. */
export const validationProblem = { content: { 'application/problem+json': { schema: ValidationProblem } } }

interface ProblemReply {
  code(status: 400): { headers(fields: Readonly<Record<string, string>>): TypedReply }
}

interface TypedReply {
  type(mediaType: 'application/problem+json'): { send(body: ValidationProblem): unknown }
}

/**
 * An error handler that answers every 400 with `ValidationProblem`, and with the headers of an `httpError`. Other errors go to the error handler of
 * the outer context.
 *
 * @example
 * const app = espalier().routeDefaults({ response: { 400: validationProblem } }).setErrorHandler(answerProblem)
 * app.post('/books', { schema: { body: { title: Type.String() } } }, () => 'added')
 * (await app.inject({ method: 'POST', url: '/books', body: {} })).json().title // 'Bad Request'
 * validationProblem.content['application/problem+json'].schema === ValidationProblem // true
 */
export function answerProblem(error: unknown, _request: unknown, reply: ProblemReply): unknown {
  if (!isBadRequest(error)) throw error
  return reply
    .code(400)
    .headers((isHttpError(error) && error.headers) || {})
    .type('application/problem+json')
    .send({ type: 'about:blank', title: 'Bad Request', status: 400, ...detailsOf(error) })
}

// An error of an HTTP client may inherit the status of another server's response. Only an own `statusCode` is meant for this client.
const isBadRequest = (error: unknown): error is BadRequest =>
  error instanceof Error && Object.hasOwn(error, 'statusCode') && 'statusCode' in error && error.statusCode === 400
