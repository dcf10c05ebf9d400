/** Validates the parts of a request up to the first failure. A valid request costs no allocation, unless a validator returns a promise. */
import { once } from '../base/once.ts'
import { isErrorObject, isFailed, promiseOf, swallowIfPromise } from '../base/outcome.ts'
import { assertSync } from '../error/assert-sync.ts'
import { errors, readOf, toErrorStatus, withoutStack } from '../error/error.ts'
import type { Policy } from '../policy.ts'
import { AcceptedValue } from '../schema/accepted-value.ts'
import { isAjvFunction } from '../schema/ajv-function.ts'
import type { HttpPart, NormalizedRouteSchema, RouteName } from '../schema/route-schema.ts'
import type { Validate, ValidatorCompiler } from '../schema/validator.ts'
import { formType, isForm } from '../schema/value-encoding.ts'
import { callCompiler } from './call-compiler.ts'
import { defaultSchemaErrorFormatter, type SchemaErrorFormatter } from './schema-error.ts'

/** Coerced and replaced values are written back to this object. */
export interface ValidationTarget {
  params: unknown
  body: unknown
  query: unknown
  headers: unknown
  /** Without parameters: `type/subtype` in lower case. */
  readonly mediaType?: string | undefined
}

export interface ValidationFailure {
  readonly httpPart: HttpPart
  /** For Ajv an array of its error objects. */
  readonly errors: unknown
  /** An error object that the validator threw, returned, or rejected with. */
  readonly thrown?: Error
}

type Property = 'params' | 'body' | 'query' | 'headers'

interface Check {
  readonly validate: Validate
  /** Whether the function is Ajv's. It sets a new list `errors` at each call, and takes the object to which it writes a coerced root value. */
  readonly isAjv: boolean
  /** The value of `validate.errors` at boot. It is restored before each call, because a custom validator may set its list of errors only once. */
  readonly errorsAtBoot: unknown
  /** The check for forms, whose fields are all strings. `undefined` if the ordinary check suits forms. */
  readonly forForm?: (() => Check) | undefined
}

interface PartValidator {
  readonly httpPart: HttpPart
  readonly property: Property
  readonly check: Check | ReadonlyMap<string, Check>
  /** Ajv writes a coerced root value to `parentData`. All requests share this object, because Ajv uses it only until the validator returns. */
  readonly context: { parentData: ValidationTarget | undefined; readonly parentDataProperty: Property }
}

export type RouteValidators = readonly PartValidator[]

const order = [
  ['params', 'params'],
  ['body', 'body'],
  ['querystring', 'query'],
  ['headers', 'headers']
] as const satisfies [HttpPart, Property][]

type CompileSchema = (schema: unknown, contentType?: string) => Validate | undefined

type CompilePolicy = Pick<Policy, 'refusesNoFunctions' | 'refusesUnlistedBodies'>

const anyType = '*/*'

export function compileValidators(
  schema: NormalizedRouteSchema,
  compiler: ValidatorCompiler,
  where: RouteName,
  policy: CompilePolicy
): RouteValidators | null {
  const validators = order.flatMap(([httpPart, property]): PartValidator[] => {
    const declared = schema[httpPart]
    if (declared === undefined) return []
    const isBody = httpPart === 'body'
    const compile: CompileSchema = (value, contentType) =>
      callCompiler({
        kind: 'validator',
        compiler,
        request: { schema: value, ...where, httpPart, ...(contentType !== undefined && { contentType }) },
        described: { httpPart },
        refusesNoFunctions: policy.refusesNoFunctions,
        // As in Fastify, a falsy result means that the body is not validated. So does any other value that is not a function, for a body with one
        // schema for all media types: Fastify takes it for a map.
        isIgnored: (returned) => isBody && (contentType === undefined || !returned)
      })
    const readsForms = (value: unknown) => compiler.readsForms?.({ schema: value, ...where, httpPart }) === true
    const check = isBody ? compileBodyCheck(schema, compile, policy, readsForms) : toCheck(compile(declared))
    if (check === undefined) return []
    return [{ httpPart, property, check, context: { parentData: undefined, parentDataProperty: property } }]
  })
  return validators.length === 0 ? null : validators
}

function compileBodyCheck(
  { body }: NormalizedRouteSchema,
  compile: CompileSchema,
  { refusesUnlistedBodies }: CompilePolicy,
  readsForms: (schema: unknown) => boolean
): PartValidator['check'] | undefined {
  if (body === undefined || 'schema' in body) {
    const check = toCheck(compile(body?.schema))
    if (check === undefined || !readsForms(body?.schema)) return check
    return { ...check, forForm: once(() => toCheck(compile(body?.schema, formType)) ?? check) }
  }
  const pass: Check = { validate: () => true, isAjv: false, errorsAtBoot: undefined }
  const byType = new Map<string, Check>()
  for (const [mediaType, schema] of body.content) byType.set(mediaType, toCheck(compile(schema, mediaType)) ?? pass)
  if (!refusesUnlistedBodies && !byType.has(anyType)) byType.set(anyType, pass)
  return byType
}

function toCheck(validate: Validate | undefined): Check | undefined {
  return validate && { validate, isAjv: isAjvFunction(validate), errorsAtBoot: validate.errors }
}

export function validateRequest(
  validators: RouteValidators,
  request: ValidationTarget,
  from = 0
): ValidationFailure | null | Promise<ValidationFailure | null> {
  for (let index = from; index < validators.length; index++) {
    const result = validatePart(validators[index] as PartValidator, request)
    if (result === null) continue
    if (!(result instanceof Promise)) return result
    return result.then((failure) => failure ?? validateRequest(validators, request, index + 1))
  }
  return null
}

function validatePart(
  part: PartValidator,
  request: ValidationTarget
): ValidationFailure | null | Promise<ValidationFailure | null> {
  const { httpPart, property, context } = part
  const check = 'validate' in part.check ? withForms(part.check, request) : chooseByMediaType(part.check, request)
  if (check === undefined)
    return toFailure(
      httpPart,
      withoutStack(() => new errors.FST_ERR_CTP_INVALID_MEDIA_TYPE())
    )
  const { validate, isAjv, errorsAtBoot } = check
  let result: unknown
  try {
    // A missing part is validated as null: "body must be object".
    const data = request[property] ?? null
    if (isAjv) {
      context.parentData = request
      result = validate(data, context)
    } else {
      if (validate.errors !== errorsAtBoot) Reflect.set(validate, 'errors', errorsAtBoot)
      result = validate(data)
    }
    return result === true ? null : readResult(result, check, part, request)
  } catch (error) {
    return toFailure(httpPart, toThrown(error, isAjv, httpPart))
  } finally {
    context.parentData = undefined
  }
}

const withForms = (check: Check, { mediaType }: ValidationTarget): Check =>
  check.forForm !== undefined && isForm(mediaType) ? check.forForm() : check

/** Without a body and a content type, the schema for all media types, or else the first schema, determines whether a body may be missing. */
function chooseByMediaType(byType: ReadonlyMap<string, Check>, request: ValidationTarget): Check | undefined {
  const { mediaType, body } = request
  const catchAll = byType.get(anyType)
  if (!mediaType && body === undefined) return catchAll ?? byType.values().next().value
  return byType.get(mediaType ?? '') ?? catchAll
}

function readResult(
  result: unknown,
  check: Check,
  { httpPart, property }: PartValidator,
  request: ValidationTarget
): ValidationFailure | null | Promise<ValidationFailure | null> {
  if (result === false) return toFailure(httpPart, reportedBy(check))
  const promise = promiseOf(result)
  // A promise may resolve to the request body, in which a client could send the keys `value` and `error`. So `settle` ignores these keys.
  if (promise !== null) return settle(promise, check, { httpPart, property }, request)
  if (isFailed(result)) return toFailure(httpPart, result)
  if (typeof result !== 'object' || result === null) return null
  if ('error' in result && result.error) return toFailure(httpPart, result.error)
  if ('value' in result) {
    request[property] = result.value
    swallowIfPromise(result.value)
  }
  return null
}

/** Call it before a promise settles: all calls share `validate.errors`, which may have the errors of another request afterwards. */
function reportedBy({ validate, isAjv }: Check): unknown {
  const { errors: found } = validate
  // A custom validator may reuse its list for the next call, so the list is copied.
  return !isAjv && Array.isArray(found) ? [...found] : found
}

function settle(
  promise: Promise<unknown>,
  check: Check,
  { httpPart, property }: Pick<PartValidator, 'httpPart' | 'property'>,
  request: ValidationTarget
): Promise<ValidationFailure | null> {
  const found = reportedBy(check)
  return promise.then(
    (passed) => {
      if (!check.isAjv && isFailed(passed)) return toFailure(httpPart, passed)
      if (passed instanceof AcceptedValue) request[property] = passed.value
      // Ajv resolves with the data, which may be `false`. For invalid data it rejects.
      return passed === false && !check.isAjv ? toFailure(httpPart, found) : null
    },
    (reason: unknown) => toFailure(httpPart, reason)
  )
}

function toFailure(httpPart: HttpPart, reported: unknown): ValidationFailure {
  return isErrorObject(reported) ? { httpPart, errors: reported, thrown: reported } : { httpPart, errors: reported }
}

/** An exception of a validator is a 500. But Ajv throws a RangeError for data that is nested too deeply or costs too much, which is a 400. */
function toThrown(error: unknown, isAjv: boolean, httpPart: HttpPart): Error {
  const toFault = () =>
    Object.assign(new Error(`The validator of '${httpPart}' threw`, { cause: error }), { statusCode: 500 })
  try {
    if (isAjv && error instanceof RangeError)
      return withoutStack(() => new errors.ESP_ERR_VALIDATION_TOO_DEEP(httpPart))
    return isErrorObject(error) ? Object.assign(error, { statusCode: 500 }) : toFault()
  } catch {
    // The error may be frozen, or a proxy that throws.
    return toFault()
  }
}

export function toValidationError(
  { httpPart, errors: reported, thrown }: ValidationFailure,
  format: SchemaErrorFormatter
): Error {
  const made = thrown ?? assertSync(format(reported, httpPart), 'schemaErrorFormatter')
  const error = (
    isErrorObject(made) ? made : Object.assign(defaultSchemaErrorFormatter(reported, httpPart) as Error, made)
  ) as Error & Record<string, unknown>
  // The message of an error without a `statusCode` is hidden from clients. An error with a `status` comes from an HTTP client, so its message stays
  // hidden.
  if (toErrorStatus(readOf(error, 'status')) === undefined) error.statusCode ||= 400
  error.code ||= 'FST_ERR_VALIDATION'
  if (thrown === undefined) {
    error.validation = toErrorList(reported)
    error.validationContext = httpPart
  } else error.validationContext ||= httpPart
  return error
}

export function toErrorList(reported: unknown): readonly unknown[] {
  return Array.isArray(reported) ? reported : reported === undefined || reported === null ? [] : [reported]
}
