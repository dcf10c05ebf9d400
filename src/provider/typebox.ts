/** `espalier/typebox`: derives types of requests and responses from schemas of TypeBox 1.x (the package `typebox`). It has no runtime code. */
import type { Static, TSchema } from 'typebox'
import type { Missing, TypeProvider } from '../../types/provider.ts'

/**
 * Types requests and responses as TypeBox 1.x reads their schemas. Contexts without a provider use TypeBox 0.34.
 *
 * @example app.withTypeProvider<TypeBoxProvider>()
 */
export interface TypeBoxProvider extends TypeProvider {
  readonly validator: TypeOf<this['schema']> | Missing<TypeOf<this['schema']>>
  readonly serializer: TypeOf<this['schema']>
}

type TypeOf<Schema> = Schema extends TSchema ? Static<Schema> : unknown
