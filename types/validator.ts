// Replaceable validation and serialization: the types of compilers. At run time: src/schema/validator.ts, serializer.ts.
import type { ValidatedPart } from './error.ts'

/** The schema's keys for request parts; `query` is another name of `querystring`. */
export type SchemaPart = ValidatedPart | 'query'

/** The argument of a validator compiler, which is called once per route and part. */
export interface ValidatorContext<Schema = unknown> {
  schema: Schema
  method: string
  url: string
  /** The part; absent for `compileValidationSchema` without one. */
  httpPart?: ValidatedPart
  /** The media type, if a body has one schema for each. */
  contentType?: string
}

/** The result of a validation function other than `true` and `false`. */
export type ValidationResult<Output> =
  | { readonly value: Output; readonly error?: undefined }
  | { readonly error: unknown; readonly value?: unknown }

/** A compiled validator: returns whether the data is valid, a replacement for it, or an error. */
export interface ValidationFunction<Output = unknown> {
  (data: unknown): boolean | ValidationResult<Output> | PromiseLike<unknown>
  errors?: unknown
}

// Methods, so that a function may declare its data's type, which the schema or the routes guarantee.
interface Taking<Output> {
  validate(data: unknown): boolean | ValidationResult<Output> | PromiseLike<unknown>
  serialize(data: unknown): string
  serializeAs(payload: unknown, statusCode: number): string
  serializeRaw(payload: unknown): string | Buffer
}

/** Makes validation functions from schemas. `Output` is the type of valid data, if known. */
export type ValidatorCompiler<Output = unknown> = (context: ValidatorContext<never>) => Taking<Output>['validate']

/** The argument of a serializer compiler, which is called once per route and response entry. */
export interface SerializerContext<Schema = unknown> {
  schema: Schema
  method: string
  url: string
  /** The key of the response map: a status, a class or `default`. */
  httpStatus?: string
  contentType?: string
}

/** Makes serializers from response schemas. */
export type SerializerCompiler = (context: SerializerContext<never>) => Taking<unknown>['serialize']

/** Serializes the payloads of a context, instead of the routes' response schemas. */
export type ReplySerializer = Taking<unknown>['serializeAs']

/** Serializes the payload of one reply. */
export type PayloadSerializer = Taking<unknown>['serializeRaw']

/** Makes the error of a failed validation; synchronous. */
export type SchemaErrorFormatter<App> = (this: App, findings: never[], part: string) => Error

/** Replaces how schemas are stored and compiled. */
export interface SchemaControllerOptions {
  bucket?: (parentSchemas: Record<string, unknown>) => {
    add(schema: object): unknown
    getSchema(id: string): unknown
    getSchemas(): Record<string, unknown>
  }
  compilersFactory?: {
    buildValidator?: (externalSchemas: Record<string, unknown>, options: never) => ValidatorCompiler
    buildSerializer?: (externalSchemas: Record<string, unknown>, options: never) => SerializerCompiler
  }
}
