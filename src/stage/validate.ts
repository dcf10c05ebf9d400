/**
 * Validates the parts of a request against the route's schemas: params, body, querystring, headers, in this order, up to the first failure. A valid
 * request costs no allocation. The step is asynchronous only if a validator returns a promise.
 */
import { once } from '../base/once.ts'
import { isErrorObject, isFailed, promiseOf, swallowIfPromise } from '../base/outcome.ts'
import { assertSync } from '../error/assert-sync.ts'
import { errors, readOf, toErrorStatus, withoutStack } from '../error/error.ts'
import type { Policy } from '../policy.ts'
import { AcceptedValue } from '../schema/accepted-value.ts'
import { isAjvFunction } from '../schema/ajv-function.ts'
import type { HttpPart, NormalizedRouteSchema, RouteName } from '../schema/route-schema.ts'
import type { Validate, ValidatorCompiler, ValidatorRequest } from '../schema/validator.ts'
import { formType, isForm } from '../schema/value-encoding.ts'
import { callCompiler } from './call-compiler.ts'
import { defaultSchemaErrorFormatter, type SchemaErrorFormatter } from './schema-error.ts'

/** The parts of a request. Coerced and replaced values are written back to this object. */
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
  /** The errors that the validator reported: for Ajv an array of its error objects. */
  readonly errors: unknown
  /** An error that the validator threw, returned, or rejected with. The error is used unchanged. */
  readonly thrown?: Error
}

type Property = 'params' | 'body' | 'query' | 'headers'

/** A validator, with properties that are known at boot. */
interface Check {
  readonly validate: Validate
  /** Whether Ajv made the function. Ajv's functions take a place for a coerced root value, and set a new list of errors at each call. */
  readonly isAjv: boolean
  /** The value of `validate.errors` at boot. It is restored before each call, because a custom validator may report a constant list of errors. */
  readonly constant: unknown
  /** Makes the check for forms, in which all fields are texts. `undefined` if forms need no other check. */
  readonly ofForm?: (() => Check) | undefined
}

interface PartValidator {
  readonly httpPart: HttpPart
  readonly property: Property
  /** One check for any body, or one for each media type. */
  readonly check: Check | ReadonlyMap<string, Check>
  /**
   * The place to which Ajv writes a coerced root value. All requests share it, which is safe because a call of the validator uses it only until it
   * returns.
   */
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
  return callCompiler({
    kind: 'validator',
    ...{ compiler, request, described: { httpPart }, refusesNoFunctions },
    // As in Fastify, a falsy result means that the body is not validated. If a body has one schema for all media types, so does any other value:
    // Fastify takes it for a map of media types, and finds none in it.
    isIgnored: (returned) => httpPart === 'body' && (contentType === undefined || !returned)
  })
}

/** Runs the validators of a route, starting at an index. Returns the first failure or `null`, in a promise only if a validator returned a promise. */
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

/**
 * Returns the check for a body; `undefined` if its content type has no schema. A request without body and content type gets the catch-all or the
 * first check, which decides whether a body may be missing.
 */
function chooseByMediaType(byType: ReadonlyMap<string, Check>, request: ValidationTarget): Check | undefined {
  const { mediaType, body } = request
  const catchAll = byType.get(anyType)
  if (!mediaType && body === undefined) return catchAll ?? byType.values().next().value
  return byType.get(mediaType ?? '') ?? catchAll
}

/** Interprets any result of a validator except `true`. */
function readResult(
  result: unknown,
  check: Check,
  { httpPart, property }: PartValidator,
  request: ValidationTarget
): ValidationFailure | null | Promise<ValidationFailure | null> {
  if (result === false) return toFailure(httpPart, findingsOf(check))
  const promise = promiseOf(result)
  // A value that a promise resolves to is not interpreted as { value, error }: a client could send a body with these keys.
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

/**
 * Returns the errors that a validator reported in the call that has just returned. All calls share `validate.errors`, so it is reset before each
 * call. After a promise has settled it is not read, because another request may have set it.
 */
function findingsOf({ validate, isAjv }: Check): unknown {
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
  const found = findingsOf(check)
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

/**
 * Returns the error for an exception of a validator. It is a 500. But if Ajv throws a RangeError, data is nested too deeply or costs too much to
 * validate, and the error is a 400.
 */
function toThrown(error: unknown, isAjv: boolean, httpPart: HttpPart): Error {
  const toFault = () =>
    Object.assign(new Error(`The validator of '${httpPart}' threw`, { cause: error }), { statusCode: 500 })
  try {
    if (isAjv && error instanceof RangeError) {
      return withoutStack(() => new errors.ESP_ERR_VALIDATION_TOO_DEEP(httpPart))
    }
    return isErrorObject(error) ? Object.assign(error, { statusCode: 500 }) : toFault()
  } catch {
    // Assigning `statusCode` throws if the error is frozen; reading an error may throw, too.
    return toFault()
  }
}

/** Returns the error of a failed validation, with status 400 and code FST_ERR_VALIDATION. If the error already has a status or code, it is kept. */
export function toValidationError(
  { httpPart, errors: reported, thrown }: ValidationFailure,
  format: SchemaErrorFormatter
): Error {
  const made = thrown ?? assertSync(format(reported, httpPart), 'schemaErrorFormatter')
  const error = (
    isErrorObject(made) ? made : Object.assign(defaultSchemaErrorFormatter(reported, httpPart) as Error, made)
  ) as Error & Record<string, unknown>
  // The message of an error without a `statusCode` is hidden from clients, so 400 is set. But an error with a `status` comes from an HTTP client and
  // not from this request. Its message stays hidden.
  if (toErrorStatus(readOf(error, 'status')) === undefined) error.statusCode ||= 400
  error.code ||= 'FST_ERR_VALIDATION'
  if (thrown === undefined) {
    error.validation = toFindings(reported)
    error.validationContext = httpPart
  } else error.validationContext ||= httpPart
  return error
}

/** Converts the errors that a validator reported to the list `error.validation`. */
export function toFindings(reported: unknown): readonly unknown[] {
  return Array.isArray(reported) ? reported : reported === undefined || reported === null ? [] : [reported]
}
