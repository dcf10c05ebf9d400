// Errors in handlers. `isError(error, code)` narrows an error to a code of src/error/codes.ts.
import type { StatusClasses } from './response.ts'

/** One finding of the validator. */
export interface ValidationFinding {
  readonly keyword: string
  /** The location of the invalid value, as a JSON Pointer. */
  readonly instancePath: string
  readonly schemaPath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
}

/** The part of a request that a schema was applied to. */
export type ValidatedPart = 'body' | 'params' | 'querystring' | 'headers'

type ErrorStatus = StatusClasses['4xx' | '5xx']

/** An error with a status for its response, made by `httpError`, the framework or a plugin. An error of a plugin may have no code. */
export interface HttpError<Code extends string | undefined = string | undefined, StatusCode extends number = number>
  extends Error {
  readonly statusCode: StatusCode
  readonly code: Code
  /** Header fields of the response. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * The options of an error, in addition to status, code and message.
 *
 * @example httpError(503, 'BUSY', 'Later.', { headers: { 'retry-after': '9' } }).headers // { 'retry-after': '9' }
 */
export interface HttpErrorOptions extends ErrorOptions {
  /** Header fields of the response, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>
}

export type HttpErrorFunction = <const Code extends string, const StatusCode extends ErrorStatus>(
  statusCode: StatusCode,
  code: Code,
  message: string,
  options?: HttpErrorOptions
) => HttpError<Code, StatusCode>

export interface HttpErrorGuard {
  <const Code extends string>(error: unknown, code: Code): error is HttpError<Code>
  (error: unknown): error is HttpError
}

/** The value of `request.validationError`, after a failed validation in a route with `attachValidation`. */
export interface ValidationError extends Error {
  readonly code: string
  readonly statusCode: number
  /** The validator's own findings. */
  readonly validation: readonly ValidationFinding[]
  readonly validationContext: ValidatedPart
}
