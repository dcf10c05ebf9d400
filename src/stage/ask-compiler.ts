/** Calls a compiler, which may be the application's, for the function of a schema. */
import { atOnce } from '../error/at-once.ts'
import { errors, isError, readAs } from '../error/error.ts'
import { SchemaFault } from '../schema/fault.ts'
import { type Callable, failing, isFunction } from '../user-function.ts'

interface SchemaRequest {
  readonly method: string
  readonly url: string
  readonly contentType?: string
}

interface Question<Request extends SchemaRequest> {
  readonly kind: keyof typeof codes
  readonly compiler: (request: Request) => unknown
  readonly request: Request
  /** The part or the status of the schema. Messages have Fastify's text, so it is an additional member. */
  readonly place: { readonly httpPart: string } | { readonly httpStatus: string }
  /** Whether a result that is not a function is an error at boot. */
  readonly refusesNoFunctions: boolean
  /** Whether Fastify treats this result as if there were no function. Otherwise each request fails. */
  readonly isPassedOver: (returned: unknown) => boolean
}

const codes = { validator: 'FST_ERR_SCH_VALIDATION_BUILD', serializer: 'FST_ERR_SCH_SERIALIZATION_BUILD' } as const

/**
 * Returns the function of a schema; `undefined` if the compiler returns nothing.
 *
 * @throws ESP_ERR_SCH_UNSAFE when the schema contains a pattern that can take exponential time
 * @throws FST_ERR_SCH_VALIDATION_BUILD, FST_ERR_SCH_SERIALIZATION_BUILD when it does not compile, or the result is neither a function nor nothing
 */
export function askCompiler<Request extends SchemaRequest>(question: Question<Request>): Callable | undefined {
  const { kind, compiler, request, place } = question
  const { method, url, contentType } = request
  const part = `${'httpPart' in place ? place.httpPart : `response ${place.httpStatus}`}${contentType ? ` (${contentType})` : ''}`
  const toError = (reason: string, options?: { cause: unknown }, fault?: SchemaFault) => {
    const told = fault === undefined || fault.isReference ? reason : `in its ${part}, which is ${fault.says}`
    const error = new errors[codes[kind]](method, url, told, options)
    const sentence = `${method} ${url}: the schema of its ${part} ${fault === undefined ? `does not compile: ${reason}` : `is ${fault.says}`}`
    const { schemaPath } = fault ?? {}
    return Object.assign(readAs(error, sentence), place, contentType && { contentType }, fault && { schemaPath })
  }
  let made: unknown
  try {
    made = atOnce(compiler(request), `The ${kind} compiler`)
  } catch (error) {
    if (isError(error, 'ESP_ERR_SCH_UNSAFE')) throw error
    const fault = error instanceof SchemaFault ? error : undefined
    throw toError(error instanceof Error ? error.message : String(error), { cause: fault?.cause ?? error }, fault)
  }
  if (isFunction(made)) return made
  if (made === undefined || made === null) return undefined
  const reason = `the ${kind} compiler answered ${typeof made} for '${Object.values(place)}'. It must return a function.`
  if (question.refusesNoFunctions) throw toError(reason)
  return question.isPassedOver(made) ? undefined : failing(reason)
}
