// Errors as handlers meet them. The codes, and `isError` which narrows to one, come from the table in src/error/codes.ts.

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

/** What `request.validationError` holds when a route with `attachValidation` received what its schemas refuse. */
export interface ValidationError extends Error {
  readonly code: string
  readonly statusCode: number
  /** The validator's own findings. */
  readonly validation: readonly ValidationFinding[]
  readonly validationContext: ValidatedPart
}
