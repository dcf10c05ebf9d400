/**
 * The error classes of the framework, and helpers for thrown values. A thrown value may be a proxy or have getters that throw, so only `readOf`
 * reads its properties.
 */
import type { ValidatedPart, ValidationFinding } from '../../types/error.ts'
import { isErrorObject, isFailed } from '../base/outcome.ts'
import { require } from '../require.ts'
import { codes, type ErrorCode } from './codes.ts'

const createError: typeof import('@fastify/error') = require('@fastify/error')

type Rows = typeof codes

/** A tuple with one argument for each `%s` of a message. */
type ArgumentsOf<Message extends string> = Message extends `${string}%s${infer Rest}`
  ? [value: unknown, ...ArgumentsOf<Rest>]
  : []

/** An error of the framework, with a stable `code` and the status of its response. */
export interface CodedError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly name: 'FastifyError'
  code: Code
  statusCode: Rows[Code]['status']
}

/** Makes errors of one code, with or without `new`; a trailing `{ cause }` becomes the error's cause. */
export interface CodedErrorConstructor<Code extends ErrorCode = ErrorCode> {
  new (...values: [...ArgumentsOf<Rows[Code]['message']>, options?: { cause: unknown }]): CodedError<Code>
  (...values: [...ArgumentsOf<Rows[Code]['message']>, options?: { cause: unknown }]): CodedError<Code>
  readonly prototype: CodedError<Code>
}

interface ErrorDetails {
  FST_ERR_VALIDATION: {
    /** The validator's findings; only the first one unless `allErrors` is on. */
    readonly validation: readonly ValidationFinding[]
    /** The part of the request that was refused. */
    readonly validationContext: ValidatedPart
  }
  FST_ERR_SCH_VALIDATION_BUILD: {
    /** The part of the request whose schema does not compile, and the media type of that schema. */
    readonly httpPart: ValidatedPart
    readonly contentType?: string
    /** A JSON pointer to the invalid place in the schema, if known. */
    readonly schemaPath?: string
  }
  FST_ERR_SCH_SERIALIZATION_BUILD: {
    /** The key of the `response` map whose schema does not compile, in lower case, and the media type of that schema. */
    readonly httpStatus: string
    readonly contentType?: string
    /** A JSON pointer to the invalid place in the schema, if known. */
    readonly schemaPath?: string
  }
}

/** An error narrowed by its code, with the properties that belong to the code. */
export type ErrorOf<Code extends ErrorCode> = CodedError<Code> &
  (Code extends keyof ErrorDetails ? ErrorDetails[Code] : unknown)

/** The constructor of every code. */
export type ErrorConstructors = { readonly [Code in ErrorCode]: CodedErrorConstructor<Code> }

const bases = { TypeError, RangeError, URIError }

/** Without stack frames, `stack` is only the first line. Error handlers expect a string there. */
const firstLine: PropertyDescriptor & ThisType<Error> = {
  get() {
    return `${this.name}: ${this.message}`
  },
  set(value: unknown) {
    Object.defineProperty(this, 'stack', { value, writable: true, configurable: true })
  }
}

function createConstructor(code: ErrorCode): unknown {
  const row: { status: number; message: string; base?: keyof typeof bases } = codes[code]
  // `createError` requires a class with `captureStackTrace`. `TypeError` and the other bases inherit it, but their types do not declare it.
  const base = (row.base === undefined ? Error : bases[row.base]) as ErrorConstructor
  const made = createError(code, row.message, row.status, base)
  Object.defineProperty(made.prototype, 'stack', firstLine)
  return made
}

/**
 * The constructors of all errors the framework makes, by code. `instanceof` holds across copies of the package.
 *
 * @example throw new errors.FST_ERR_DEC_ALREADY_PRESENT('db')
 */
export const errors = Object.fromEntries(
  Object.keys(codes).map((code) => [code, createConstructor(code as ErrorCode)])
) as unknown as ErrorConstructors

/** Appends a sentence to the message and the stack of an error of espalier. Returns the error. */
export function withMessage<Made extends Error>(error: Made, more: string): Made {
  const message = error.message + more
  return Object.assign(withStackHeadline(error, message), { message })
}

/** Replaces the message in the stack only, because Fastify's tests compare `error.message`. Returns the error. */
export function withStackHeadline<Made extends Error>(error: Made, sentence: string): Made {
  const { message, stack } = error
  if (stack !== undefined) error.stack = stack.replace(message, () => sentence)
  return error
}

/** Reads a property of a thrown value; `undefined` if it is missing or reading it throws. */
export function readOf(error: unknown, key: string | symbol): unknown {
  try {
    return error === null || error === undefined ? undefined : (error as Record<string | symbol, unknown>)[key]
  } catch {
    return undefined
  }
}

/** Returns the reason of a throw or a rejection. A falsy reason becomes an error, because callbacks take a falsy value for success. */
export function toReason(thrown: unknown): unknown {
  return thrown || new errors.FST_ERR_SEND_UNDEFINED_ERR()
}

/** Whether a callback was called with an error. Only `undefined` and `null` mean success: `done('')` and `done(0)` fail. */
export function isFailure(error: unknown): boolean {
  return error !== undefined && error !== null
}

/** Returns the error of a callback, or its result if that is an error: a guard that returns `httpError(401, …)` must not let the request pass. */
export function failureOf(error: unknown, value: unknown): unknown {
  return !isFailure(error) && isFailed(value) ? value : error
}

/** Returns the value. @throws the value itself if it is an error, because Fastify treats a returned error as a thrown one */
export function unlessError<Value>(value: Value): Value {
  if (isFailed(value)) throw value
  return value
}

/**
 * Whether a caught value is an error with this code and with the members of such an error. Narrows its type.
 *
 * @example
 * app.post('/', async ({ body }) => body)
 * const error = await app.listen({ port: -1 }).catch((error) => error)
 * isError(error, 'FST_ERR_LISTEN_OPTIONS_INVALID') // false
 */
export function isError<Code extends ErrorCode>(error: unknown, code: Code): error is ErrorOf<Code> {
  // An error of the application's own validator has the code FST_ERR_VALIDATION, but no findings.
  const hasDetails = code !== 'FST_ERR_VALIDATION' || Array.isArray(readOf(error, 'validation'))
  return hasDetails && readOf(error, 'code') === code && isErrorObject(error)
}

/** Omits stack frames, which take most of the time of making an error. For mistakes of clients, because attackers can cause any number of these. */
export function withoutStack<Made>(make: () => Made): Made {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    return make()
  } finally {
    Error.stackTraceLimit = limit
  }
}

export function toStatus(error: unknown): number | undefined {
  if (!isErrorObject(error)) return undefined
  return toErrorStatus(readOf(error, 'statusCode')) ?? toErrorStatus(readOf(error, 'status'))
}

export function answerStatusOf(error: unknown, set: number): number {
  return toStatus(error) ?? (set >= 400 ? set : 500)
}

export function toErrorStatus(value: unknown): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const status = Number(value)
  return Number.isInteger(status) && status >= 400 && status <= 599 ? status : undefined
}
