/** The types of TypeBox 1.x, the package `typebox`. Published as `espalier/typebox`; there is nothing at run time. */
import type { Static, TSchema } from 'typebox'
import type { Missing, TypeProvider } from '../../types/provider.ts'

/**
 * Reads and sends what TypeBox 1.x makes of a schema. Contexts without a provider have TypeBox 0.34.
 *
 * @example app.withTypeProvider<TypeBoxProvider>()
 */
export interface TypeBoxProvider extends TypeProvider {
  readonly validator: TypeOf<this['schema']> | Missing<TypeOf<this['schema']>>
  readonly serializer: TypeOf<this['schema']>
}

type TypeOf<Schema> = Schema extends TSchema ? Static<Schema> : unknown
