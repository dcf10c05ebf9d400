/** The error of a schema that does not compile. */
import { errors } from '../error/error.ts'

type BuildErrorCode = 'FST_ERR_SCH_VALIDATION_BUILD' | 'FST_ERR_SCH_SERIALIZATION_BUILD'

interface BuildRequest {
  readonly method: string
  readonly url: string
  readonly contentType?: string
}

/**
 * Says what is wrong with a schema. The message has Fastify's words, and so its place is told beside it.
 *
 * @param place the part or the status that the schema belongs to
 */
export function toBuildError(
  code: BuildErrorCode,
  { method, url, contentType }: BuildRequest,
  place: { readonly httpPart: string } | { readonly httpStatus: string },
  reason: string,
  options?: { cause: unknown }
): Error {
  return Object.assign(
    new errors[code](method, url, reason, options),
    place,
    contentType !== undefined && { contentType }
  )
}
