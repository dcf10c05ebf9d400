// Errors: unknown until a code has been recognised.
import { errorCodes, espalier, type HttpError, httpError, isError, isHttpError, type ValidationError } from 'espalier'
import { expectType } from 'tsd'

const app = espalier().decorate('db', 1).decorateRequest('user', '').decorateReply('mark', true)

app.setErrorHandler(function (error, request, reply) {
  expectType<unknown>(error)
  expectType<number>(this.db)
  expectType<string>(request.user)
  expectType<boolean>(reply.mark)
  expectType<unknown>(request.body)
  // @ts-expect-error anything may have been thrown
  error.message
  if (isError(error, 'FST_ERR_VALIDATION')) {
    expectType<'FST_ERR_VALIDATION'>(error.code)
    expectType<string | undefined>(error.validation[0]?.message)
    expectType<'body' | 'params' | 'querystring' | 'headers'>(error.validationContext)
    return reply.code(422).send({ fields: error.validation.length })
  }
  if (isError(error, 'FST_ERR_CTP_BODY_TOO_LARGE')) {
    expectType<413>(error.statusCode)
    // @ts-expect-error only validation errors carry findings
    error.validation
  }
  if (isError(error, 'FST_ERR_SCH_VALIDATION_BUILD')) {
    expectType<'body' | 'params' | 'querystring' | 'headers'>(error.httpPart)
    expectType<string | undefined>(error.contentType)
    // @ts-expect-error statuses are of responses
    error.httpStatus
  }
  if (isError(error, 'FST_ERR_SCH_SERIALIZATION_BUILD')) expectType<string>(error.httpStatus)
  // @ts-expect-error no such code
  isError(error, 'FST_ERR_NONE')
  throw error
})
// @ts-expect-error an error handler is a function
app.setErrorHandler('none')

expectType<string>(new errorCodes.FST_ERR_NOT_FOUND().message)
declare const refused: ValidationError
expectType<string | undefined>(refused.validation[0]?.keyword)

const missing = httpError(404, 'NO_BOOK', 'There is no book 7.', {
  cause: new Error(),
  headers: { 'retry-after': '1' }
})
expectType<'NO_BOOK'>(missing.code)
expectType<404>(missing.statusCode)
expectType<string>(missing.message)
expectType<Readonly<Record<string, string>> | undefined>(missing.headers)
const isNamed: HttpError<'NO_BOOK' | 'NO_MEMBER'> = missing
expectType<HttpError<'NO_BOOK', 404>>(isNamed as HttpError<'NO_BOOK', 404>)
// @ts-expect-error 200 is no status of errors
httpError(200, 'FINE', 'It is fine.')
// @ts-expect-error 499 is no registered status
httpError(499, 'GONE', 'The client left.')
// @ts-expect-error a code is needed
httpError(404, 'There is no book.')
// @ts-expect-error headers are texts
httpError(503, 'BUSY', 'Later.', { headers: { 'retry-after': 30 } })

declare const caught: unknown
if (isHttpError(caught)) {
  expectType<number>(caught.statusCode)
  expectType<string | undefined>(caught.code)
  expectType<string>(caught.message)
}
if (isHttpError(caught, 'NO_BOOK')) expectType<'NO_BOOK'>(caught.code)
// @ts-expect-error anything may have been caught
caught.statusCode
