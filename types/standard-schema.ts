// Schemas of any library that follows the Standard Schema specification (https://standardschema.dev), version 1.
import type { TSchema } from '@sinclair/typebox'
import type { Missing, TypeProvider } from './provider.ts'
import type { Infer } from './schema.ts'

/** A schema that can validate and has typed output. */
export interface StandardSchema<out Output = unknown> {
  readonly '~standard': {
    readonly version: 1
    /** The name of the library. */
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>
    /** Exists only in types. */
    readonly types?: { readonly output: Output } | undefined
    /** Present if the library also follows Standard JSON Schema. Serializers and OpenAPI documents are made from this JSON Schema. */
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

/** Gives requests and responses the output types of Standard Schemas; TypeBox schemas keep their types. */
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
   * Converts a schema to JSON Schema (draft 7), for libraries without their own conversion. It is called for responses, and for all request parts
   * in OpenAPI documents. `options` fit `@valibot/to-json-schema`: `typeMode` is `'input'` for requests and `'output'` for responses.
   *
   * @example
   * const text = { '~standard': { version: 1, vendor: 'own', validate: (value) => ({ value }) } }
   * app.withTypeProvider(standardSchema({ toJsonSchema: () => ({ type: 'string' }) }))
   * app.get('/', { schema: { response: { 200: text } } }, () => 7)
   * const { body } = await app.inject('/') // '"7"'
   */
  toJsonSchema?: (schema: never, options: never) => object
}
