/** `espalier/json-schema-to-ts`: derives types of requests and responses from plain JSON Schemas. It has no runtime code. */
import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import type { Missing, TypeProvider } from '../../types/provider.ts'

/**
 * Types requests and responses as json-schema-to-ts reads their schemas.
 *
 * @example app.withTypeProvider<JsonSchemaProvider>()
 */
export interface JsonSchemaProvider extends TypeProvider {
  readonly validator: TypeOf<this['schema']> | Missing<TypeOf<this['schema']>>
  readonly serializer: TypeOf<this['schema']>
}

type TypeOf<Schema> = Schema extends JSONSchema ? FromSchema<Schema> : unknown
