import { assertSync } from '../error/assert-sync.ts'
import { errors, isError, withStackHeadline } from '../error/error.ts'
import { SchemaFault } from '../schema/fault.ts'
import { type Callable, failing, isFunction } from '../user-function.ts'

interface SchemaRequest {
  readonly method: string
  readonly url: string
  readonly contentType?: string
}

interface CompilerCall<Request extends SchemaRequest> {
  readonly kind: keyof typeof codes
  readonly compiler: (request: Request) => unknown
  readonly request: Request
  /** Copied to errors as properties, because error messages must equal Fastify's. */
  readonly described: { readonly httpPart: string } | { readonly httpStatus: string }
  /** Whether a compiler that does not return a function is an error at boot. */
  readonly refusesNoFunctions: boolean
  /** Whether Fastify ignores this result, as if there were no schema. Any other result that is not a function fails each request. */
  readonly isIgnored: (returned: unknown) => boolean
}

const codes = { validator: 'FST_ERR_SCH_VALIDATION_BUILD', serializer: 'FST_ERR_SCH_SERIALIZATION_BUILD' } as const

export function callCompiler<Request extends SchemaRequest>(call: CompilerCall<Request>): Callable | undefined {
  const { kind, compiler, request, described } = call
  const { method, url, contentType } = request
  const part = `${'httpPart' in described ? described.httpPart : `response ${described.httpStatus}`}${contentType ? ` (${contentType})` : ''}`
  const toError = (reason: string, options?: { cause: unknown }, fault?: SchemaFault) => {
    const message = fault === undefined || fault.isReference ? reason : `in its ${part}, which is ${fault.description}`
    const error = new errors[codes[kind]](method, url, message, options)
    const sentence = `${method} ${url}: the schema of its ${part} ${fault === undefined ? `does not compile: ${reason}` : `is ${fault.description}`}`
    const { schemaPath } = fault ?? {}
    return Object.assign(
      withStackHeadline(error, sentence),
      described,
      contentType && { contentType },
      fault && { schemaPath }
    )
  }
  let made: unknown
  try {
    made = assertSync(compiler(request), `The ${kind} compiler`)
  } catch (error) {
    if (isError(error, 'ESP_ERR_SCH_UNSAFE')) throw error
    const fault = error instanceof SchemaFault ? error : undefined
    throw toError(error instanceof Error ? error.message : String(error), { cause: fault?.cause ?? error }, fault)
  }
  if (isFunction(made)) return made
  if (made === undefined || made === null) return undefined
  const reason = `the ${kind} compiler answered ${typeof made} for '${Object.values(described)}'. It must return a function.`
  if (call.refusesNoFunctions) throw toError(reason)
  return call.isIgnored(made) ? undefined : failing(reason)
}
