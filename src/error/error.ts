/**
 * The error class of the framework, made from the table in codes.ts, and the questions that every stage has about a thrown value.
 *
 * A thrown value is hostile until proven otherwise: it may be a primitive, a proxy, or carry getters that throw. All its properties are read through
 * `readOf`.
 */
import type { ValidatedPart, ValidationFinding } from '../../types/error.ts'
import { isErrorObject, isFailed } from '../base/is-error.ts'
import { require } from '../require.ts'
import { codes, type ErrorCode } from './codes.ts'

const createError: typeof import('@fastify/error') = require('@fastify/error')

type Rows = typeof codes

/** One argument for each `%s` of a message. */
type ArgumentsOf<Message extends string> = Message extends `${string}%s${infer Rest}`
  ? [value: unknown, ...ArgumentsOf<Rest>]
  : []

/** An error made by the framework: a stable `code` beside the status it answers with. */
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

/** The members of some errors besides code and status. */
interface ErrorDetails {
  FST_ERR_VALIDATION: {
    /** The validator's findings; the first one alone unless `allErrors` is on. */
    readonly validation: readonly ValidationFinding[]
    /** The part of the request that was refused. */
    readonly validationContext: ValidatedPart
  }
  FST_ERR_SCH_VALIDATION_BUILD: {
    /** The part of the request whose schema does not compile, and the media type it is declared for. */
    readonly httpPart: ValidatedPart
    readonly contentType?: string
    /** A JSON pointer to what is wrong in it, where that was found. */
    readonly schemaPath?: string
  }
  FST_ERR_SCH_SERIALIZATION_BUILD: {
    /** The key of the `response` map whose schema does not compile, in lower case, and the media type it is declared for. */
    readonly httpStatus: string
    readonly contentType?: string
    /** A JSON pointer to what is wrong in it, where that was found. */
    readonly schemaPath?: string
  }
}

/** An error that was recognised by its code, with all that such an error carries. */
export type ErrorOf<Code extends ErrorCode> = CodedError<Code> &
  (Code extends keyof ErrorDetails ? ErrorDetails[Code] : unknown)

/** The constructor of every code. */
export type ErrorConstructors = { readonly [Code in ErrorCode]: CodedErrorConstructor<Code> }

const bases = { TypeError, RangeError, URIError }

function createConstructor(code: ErrorCode): unknown {
  const row: { status: number; message: string; base?: keyof typeof bases } = codes[code]
  // The typings want an ErrorConstructor, whose `captureStackTrace` the subclasses inherit but do not declare.
  const base = (row.base === undefined ? Error : bases[row.base]) as ErrorConstructor
  return createError(code, row.message, row.status, base)
}

/**
 * The constructors of all errors the framework makes, by code. `instanceof` holds across copies of the package.
 *
 * @example throw new errors.FST_ERR_DEC_ALREADY_PRESENT('db')
 */
export const errors = Object.fromEntries(
  Object.keys(codes).map((code) => [code, createConstructor(code as ErrorCode)])
) as unknown as ErrorConstructors

/** Adds a sentence to the text of an error of espalier whose message programs compare; returns the error. */
export function saying<Made extends Error>(error: Made, more: string): Made {
  const told = error.message + more
  return Object.assign(readAs(error, told), { message: told })
}

/**
 * Has the stack of an error say another sentence than its message, and returns the error. The message is one that suites of Fastify compare, and
 * speaks of Fastify; the stack is what people read.
 */
export function readAs<Made extends Error>(error: Made, sentence: string): Made {
  const { message, stack } = error
  if (stack !== undefined) error.stack = stack.replace(message, () => sentence)
  return error
}

/** Reads a property of a thrown value; `undefined` where there is none or reading it throws. */
export function readOf(error: unknown, key: string | symbol): unknown {
  try {
    return error === null || error === undefined ? undefined : (error as Record<string | symbol, unknown>)[key]
  } catch {
    return undefined
  }
}

/** Returns the reason of a throw or a rejection. `undefined` becomes an error, because it would otherwise pass for success. */
export function toReason(thrown: unknown): unknown {
  return thrown || new errors.FST_ERR_SEND_UNDEFINED_ERR()
}

/** Returns whether a callback was called with an error. Only `undefined` and `null` mean success: `done('')` and `done(0)` fail. */
export function isFailure(error: unknown): boolean {
  return error !== undefined && error !== null
}

/**
 * The failure of a function that ended with an error, or with a value. An error in place of the value counts as thrown: a guard that returns
 * `httpError(401, …)` must not let the request pass. An error among the members of a value is data.
 */
export function failureOf(error: unknown, value: unknown): unknown {
  return !isFailure(error) && isFailed(value) ? value : error
}

/** Returns a value that a function returned. @throws the value where it is an error, which counts as thrown */
export function unlessError<Value>(value: Value): Value {
  if (isFailed(value)) throw value
  return value
}

/** Tells whether a caught value is an error with this code that carries what such an error does, and narrows it. */
export function isError<Code extends ErrorCode>(error: unknown, code: Code): error is ErrorOf<Code> {
  return readOf(error, 'code') === code && isErrorObject(error) && hasDetails(error, code)
}

/** A validator of the application may have returned an error of its own, which gets the code and has no findings. */
function hasDetails(error: unknown, code: ErrorCode): boolean {
  return code !== 'FST_ERR_VALIDATION' || Array.isArray(readOf(error, 'validation'))
}

/**
 * Makes an error, or does what may throw one, without capturing a stack trace, the larger part of an error's cost. For answers to a client's
 * mistake, which an attacker can ask for at any rate and which no stack explains.
 */
export function withoutStack<Made>(make: () => Made): Made {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    return make()
  } finally {
    Error.stackTraceLimit = limit
  }
}

/** The status an error asks for: its `statusCode`, else its `status`, whichever lies in 400-599; else `undefined`. Other values ask for none. */
export function toStatus(error: unknown): number | undefined {
  if (!isErrorObject(error)) return undefined
  return toErrorStatus(readOf(error, 'statusCode')) ?? toErrorStatus(readOf(error, 'status'))
}

/** The status of the response to an error. It is that of the error, or else an error status that is set on the reply, or else 500. */
export function answerStatusOf(error: unknown, set: number): number {
  return toStatus(error) ?? (set >= 400 ? set : 500)
}

/** A value as the status of an error, `undefined` where it is not one. */
export function toErrorStatus(value: unknown): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const status = Number(value)
  return Number.isInteger(status) && status >= 400 && status <= 599 ? status : undefined
}
