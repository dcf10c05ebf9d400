/**
 * Validates the parts of a request against the route's schemas: params, body, querystring, headers, in this order, up to the
 * first failure. A request that passes costs no allocation; only a promise from a validator makes the step asynchronous.
 */

import { once } from '../base/once.ts'
import { isErrorObject, isFailed, isPromiseAndIgnore, promiseOf } from '../base/outcome.ts'
import { atOnce } from '../error/at-once.ts'
import { errors, readOf, toErrorStatus, withoutStack } from '../error/error.ts'
import type { Policy } from '../policy.ts'
import { AcceptedValue } from '../schema/accepted-value.ts'
import { isAjvFunction } from '../schema/ajv-function.ts'
import { formType, isForm } from '../schema/reading.ts'
import type { HttpPart, NormalizedRouteSchema, RouteName } from '../schema/route-schema.ts'
import type { Validate, ValidatorCompiler, ValidatorRequest } from '../schema/validator.ts'
import { askCompiler } from './ask-compiler.ts'
import { defaultSchemaErrorFormatter, type SchemaErrorFormatter } from './schema-error.ts'

/** The part of the request, to which coerced and replaced values are written back. */
export interface ValidationTarget {
  params: unknown
  body: unknown
  query: unknown
  headers: unknown
  /** The body's media type without parameters: `type/subtype` in lower case. */
  readonly mediaType?: string | undefined
}

export interface ValidationFailure {
  readonly httpPart: HttpPart
  /** The findings of the validator: for Ajv an array of its error objects. */
  readonly errors: unknown
  /** An error that the validator threw, rejected or returned. It is used unchanged. */
  readonly thrown?: Error
}

type Property = 'params' | 'body' | 'query' | 'headers'

/** A validator, and facts about it that are known at boot. */
interface Check {
  readonly validate: Validate
  /** Whether Ajv made it. Such functions take the location for a coerced root value, and create new findings at each call. */
  readonly isAjv: boolean
  /** The findings that a validator had in `errors` before the first request. They apply to every client. */
  readonly constant: unknown
  /** Makes the validator for forms, if it differs: there all fields are texts. */
  readonly ofForm?: (() => Check) | undefined
}

interface PartValidator {
  readonly httpPart: HttpPart
  readonly property: Property
  /** One check for any body, or one for each media type. */
  readonly check: Check | ReadonlyMap<string, Check>
  /** Where Ajv writes a coerced root value. Reused by all requests, which is safe because Ajv reads it synchronously. */
  readonly context: { parentData: ValidationTarget | undefined; readonly parentDataProperty: Property }
}

/** The compiled validators of a route, in the order in which they run. */
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

/**
 * Compiles the validators of a route; `null` without schemas.
 *
 * @throws FST_ERR_SCH_VALIDATION_BUILD when a schema does not compile or the compiler returns neither a function nor nothing
 * @throws ESP_ERR_SCH_UNSAFE when a schema contains a pattern that can take exponential time
 */
export function compileValidators(
  schema: NormalizedRouteSchema,
  compiler: ValidatorCompiler,
  where: RouteName,
  policy: CompilePolicy
): RouteValidators | null {
  const validators = order.flatMap(([httpPart, property]): PartValidator[] => {
    const declared = schema[httpPart]
    if (declared === undefined) return []
    const compile: CompileSchema = (value, contentType) =>
      askForValidator(
        { schema: value, ...where, httpPart, ...(contentType !== undefined && { contentType }) },
        compiler,
        policy
      )
    const readsForms = (value: unknown) => compiler.readsForms?.({ schema: value, ...where, httpPart }) === true
    const isBody = httpPart === 'body'
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
    return { ...check, ofForm: once(() => toCheck(compile(body?.schema, formType)) ?? check) }
  }
  const pass: Check = { validate: () => true, isAjv: false, constant: undefined }
  const byType = new Map<string, Check>()
  for (const [mediaType, schema] of body.content) byType.set(mediaType, toCheck(compile(schema, mediaType)) ?? pass)
  if (!refusesUnlistedBodies && !byType.has(anyType)) byType.set(anyType, pass)
  return byType
}

function toCheck(validate: Validate | undefined): Check | undefined {
  return validate && { validate, isAjv: isAjvFunction(validate), constant: validate.errors }
}

/** Calls the validator compiler. An application's compiler may return nothing; then the part is not validated. */
function askForValidator(
  request: ValidatorRequest,
  compiler: ValidatorCompiler,
  { refusesNoFunctions }: CompilePolicy
): Validate | undefined {
  const { httpPart, contentType } = request
  return askCompiler({
    kind: 'validator',
    ...{ compiler, request, place: { httpPart }, refusesNoFunctions },
    // Fastify expects an object by media type from a compiler for a whole body, and treats `false` as no function.
    isPassedOver: (returned) => httpPart === 'body' && (contentType === undefined || !returned)
  })
}

/**
 * Runs the validators of a route. Returns the first failure or `null`, as a promise only if a validator made one.
 *
 * @param from the index to continue at, after a promise
 */
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
  const check = 'validate' in part.check ? ofKind(part.check, request) : chooseByMediaType(part.check, request)
  if (check === undefined)
    return toFailure(
      httpPart,
      withoutStack(() => new errors.FST_ERR_CTP_INVALID_MEDIA_TYPE())
    )

  const { validate, isAjv, constant } = check
  let result: unknown
  try {
    // A missing part is validated as null: "body must be object".
    const data = request[property] ?? null
    if (isAjv) {
      context.parentData = request
      result = validate(data, context)
    } else {
      if (validate.errors !== constant) Reflect.set(validate, 'errors', constant)
      result = validate(data)
    }
    return result === true ? null : readResult(result, check, part, request)
  } catch (error) {
    return toFailure(httpPart, toThrown(error, isAjv, httpPart))
  } finally {
    context.parentData = undefined
  }
}

const ofKind = (check: Check, { mediaType }: ValidationTarget): Check =>
  check.ofForm !== undefined && isForm(mediaType) ? check.ofForm() : check

/** The check for a body. Without a content type it is the catch-all, or else the first one; `undefined` if the content type has no schema. */
function chooseByMediaType(byType: ReadonlyMap<string, Check>, request: ValidationTarget): Check | undefined {
  const { mediaType, body } = request
  const catchAll = byType.get(anyType)
  if (!mediaType && body === undefined) return catchAll ?? byType.values().next().value
  return byType.get(mediaType ?? '') ?? catchAll
}

/** Interprets a result of a validator other than `true`. */
function readResult(
  result: unknown,
  check: Check,
  { httpPart, property }: PartValidator,
  request: ValidationTarget
): ValidationFailure | null | Promise<ValidationFailure | null> {
  if (result === false) return toFailure(httpPart, findingsOf(check))
  const promise = promiseOf(result)
  // The resolved data is not interpreted as { value, error }: a client could send a body with these keys.
  if (promise !== null) return settle(promise, check, { httpPart, property }, request)
  if (isFailed(result)) return toFailure(httpPart, result)
  if (typeof result !== 'object' || result === null) return null
  if ('error' in result && result.error) return toFailure(httpPart, result.error)
  if ('value' in result) {
    request[property] = result.value
    isPromiseAndIgnore(result.value)
  }
  return null
}

/**
 * Returns the findings of a validator for the call that has just returned. All calls share `errors`, so it is cleared before each call. After a
 * promise, `errors` is not read, because it may belong to another request.
 */
function findingsOf({ validate, isAjv }: Check): unknown {
  const { errors: found } = validate
  // A list that the validator reuses will change at the next call, so it is copied.
  return !isAjv && Array.isArray(found) ? [...found] : found
}

function settle(
  promise: Promise<unknown>,
  check: Check,
  { httpPart, property }: Pick<PartValidator, 'httpPart' | 'property'>,
  request: ValidationTarget
): Promise<ValidationFailure | null> {
  const found = findingsOf(check)
  return promise.then(
    (passed) => {
      if (!check.isAjv && isFailed(passed)) return toFailure(httpPart, passed)
      if (passed instanceof AcceptedValue) request[property] = passed.value
      // Ajv resolves with the data, which may be `false`, and rejects with its findings.
      return passed === false && !check.isAjv ? toFailure(httpPart, found) : null
    },
    (reason: unknown) => toFailure(httpPart, reason)
  )
}

function toFailure(httpPart: HttpPart, reported: unknown): ValidationFailure {
  return isErrorObject(reported) ? { httpPart, errors: reported, thrown: reported } : { httpPart, errors: reported }
}

/** Returns the error for an exception of a validator. It is an error of the server, except for a stack overflow in Ajv, which too deep data causes. */
function toThrown(error: unknown, isAjv: boolean, httpPart: HttpPart): Error {
  const toFault = () =>
    Object.assign(new Error(`The validator of '${httpPart}' threw`, { cause: error }), { statusCode: 500 })
  try {
    if (isAjv && error instanceof RangeError) {
      return withoutStack(() => new errors.ESP_ERR_VALIDATION_TOO_DEEP(httpPart))
    }
    return isErrorObject(error) ? Object.assign(error, { statusCode: 500 }) : toFault()
  } catch {
    // The error is frozen, or throws on access.
    return toFault()
  }
}

/** The error for the response to a failed validation: status 400 and code FST_ERR_VALIDATION, unless the failure or the formatter has its own. */
export function toValidationError(
  { httpPart, errors: reported, thrown }: ValidationFailure,
  format: SchemaErrorFormatter
): Error {
  const made = thrown ?? atOnce(format(reported, httpPart), 'schemaErrorFormatter')
  const error = (
    isErrorObject(made) ? made : Object.assign(defaultSchemaErrorFormatter(reported, httpPart) as Error, made)
  ) as Error & Record<string, unknown>
  // A `statusCode` exposes the message to clients. An error of an HTTP client has a `status` and is not about their request, so it gets none.
  if (toErrorStatus(readOf(error, 'status')) === undefined) error.statusCode ||= 400
  error.code ||= 'FST_ERR_VALIDATION'
  if (thrown === undefined) {
    error.validation = toFindings(reported)
    error.validationContext = httpPart
  } else error.validationContext ||= httpPart
  return error
}

/** Converts the findings of a validator to the list in validation errors. */
export function toFindings(reported: unknown): readonly unknown[] {
  return Array.isArray(reported) ? reported : reported === undefined || reported === null ? [] : [reported]
}
