// Errors: unknown until a code has been recognised.
import { errorCodes, espalier, isError, type ValidationError } from 'espalier'
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
