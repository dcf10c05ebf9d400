// Errors as handlers meet them. The codes, and `isError` which narrows to one, come from the table in src/error/codes.ts.
import type { StatusClasses } from './response.ts'

/** One finding of the validator. */
export interface ValidationFinding {
  readonly keyword: string
  /** Where the value is, as a JSON Pointer. */
  readonly instancePath: string
  readonly schemaPath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
}

/** The part of a request that a schema was applied to. */
export type ValidatedPart = 'body' | 'params' | 'querystring' | 'headers'

/** The statuses of errors. */
type ErrorStatus = StatusClasses['4xx' | '5xx']

/** An error that brings its answer: `httpError` makes them, and those of the framework and of plugins are such errors too, some of them without a code. */
export interface HttpError<Code extends string | undefined = string | undefined, StatusCode extends number = number>
  extends Error {
  readonly statusCode: StatusCode
  readonly code: Code
  /** Fields of the answer. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The options of an error besides status, code and message. */
export interface HttpErrorOptions extends ErrorOptions {
  /** Fields of the answer, such as `retry-after`. */
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

/** The value of `request.validationError`, when a schema refused a part of a request to a route with `attachValidation`. */
export interface ValidationError extends Error {
  readonly code: string
  readonly statusCode: number
  /** The validator's own findings. */
  readonly validation: readonly ValidationFinding[]
  readonly validationContext: ValidatedPart
}
