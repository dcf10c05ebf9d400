// Replaceable validation and serialization: the types of compilers. Implementation: src/schema/validator.ts, serializer.ts.
import type { ValidatedPart } from './error.ts'

/** The schema's keys for request parts; `query` is another name of `querystring`. */
export type SchemaPart = ValidatedPart | 'query'

/** The argument of a validator compiler, which is called once per route and part. */
export interface ValidatorContext<Schema = unknown> {
  schema: Schema
  method: string
  url: string
  /** The part of the request; absent if `compileValidationSchema` was called without a part. */
  httpPart?: ValidatedPart
  /** The media type, if the body has one schema per media type. */
  contentType?: string
}

/** The result of a validation function that does not return a boolean. */
export type ValidationResult<Output> =
  | { readonly value: Output; readonly error?: undefined }
  | { readonly error: unknown; readonly value?: unknown }

/** A compiled validator: returns whether the data is valid, a replacement for the data, or an error. */
export interface ValidationFunction<Output = unknown> {
  (data: unknown): boolean | ValidationResult<Output> | PromiseLike<unknown>
  errors?: unknown
}

// TypeScript compares parameters of methods in both directions. So a validator may declare a narrower type than `unknown` for its data.
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

/** Makes the error of a failed validation, synchronously. */
export type SchemaErrorFormatter<App> = (this: App, findings: never[], part: string) => Error

/**
 * Replaces how schemas are stored and compiled.
 *
 * @example app.setSchemaController({ bucket: undefined, compilersFactory: {} }) === app // true
 */
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
