/** The types of plain JSON Schemas, by json-schema-to-ts. Published as `espalier/json-schema-to-ts`; there is nothing at run time. */
import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import type { Missing, TypeProvider } from '../../types/provider.ts'

/**
 * Reads and sends what json-schema-to-ts makes of a schema.
 *
 * @example app.withTypeProvider<JsonSchemaProvider>()
 */
export interface JsonSchemaProvider extends TypeProvider {
  readonly validator: TypeOf<this['schema']> | Missing<TypeOf<this['schema']>>
  readonly serializer: TypeOf<this['schema']>
}

type TypeOf<Schema> = Schema extends JSONSchema ? FromSchema<Schema> : unknown
