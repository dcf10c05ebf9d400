// Schemas of any library that follows the Standard Schema specification (https://standardschema.dev), version 1.
import type { TSchema } from '@sinclair/typebox'
import type { Missing, TypeProvider } from './provider.ts'
import type { Infer } from './schema.ts'

/** A schema that can validate and has typed output. */
export interface StandardSchema<out Output = unknown> {
  readonly '~standard': {
    readonly version: 1
    /** The library. */
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>
    /** For the compiler only. */
    readonly types?: { readonly output: Output } | undefined
    /** If the library also follows Standard JSON Schema: the source of the serializer and of documents. */
    readonly jsonSchema?: {
      readonly input?: (options: { readonly target: 'draft-07' }) => object
      readonly output: (options: { readonly target: 'draft-07' }) => object
    }
  }
}

/** The result of a validation: a value without issues, or issues. */
export type StandardResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** Types requests and responses by the output of Standard Schemas; TypeBox schemas keep their types. */
export interface StandardSchemaProvider extends TypeProvider {
  readonly validator: OutputOf<this['schema']> | Missing<OutputOf<this['schema']>>
  readonly serializer: OutputOf<this['schema']>
}

type OutputOf<Schema> = Schema extends {
  readonly '~standard': { readonly types?: { readonly output: infer Output } | undefined }
}
  ? Output
  : Schema extends TSchema
    ? Infer<Schema>
    : unknown

/** Options of `standardSchema`. */
export interface StandardSchemaOptions {
  /**
   * Converts a schema to JSON Schema (draft 7), if its library does not by itself: of responses, and of all parts for documents. `options` are those of
   * `@valibot/to-json-schema`: `typeMode` is `'input'` for requests and `'output'` for responses.
   */
  toJsonSchema?: (schema: never, options: never) => object
}
