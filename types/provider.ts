import type { SerializerCompiler, ValidatorCompiler } from './validator.ts'

/**
 * How a schema library's schemas become types: `validator` is what the handler reads, `serializer` what it may send, both
 * computed from `this['schema']`.
 *
 * @example
 * interface JoiProvider extends TypeProvider {
 *   validator: this['schema'] extends Joi.Schema<infer Value> ? Value : unknown
 *   serializer: this['validator']
 * }
 */
export interface TypeProvider extends SchemaProvider {
  readonly validator: unknown
  readonly serializer: unknown
}

/**
 * A schema library as a value: its types, and the compilers of the schemas that are its own. Schemas of others go on to the
 * context's compilers, so that plugins with schemas of different libraries share a context. Twin: src/plan/compilers.ts.
 */
export interface SchemaLibrary<out Chosen extends TypeProvider = TypeProvider> {
  /** For the compiler alone; not there at run time. */
  readonly ' provider'?: Chosen
  /** Tells whether a schema is of this library. */
  readonly owns: (schema: unknown) => boolean
  readonly validatorCompiler: ValidatorCompiler
  readonly serializerCompiler: SerializerCompiler
  /**
   * Writes one of its schemas as JSON Schema, for documents: of requests (`'in'`) or of responses (`'out'`). A schema for which it throws is any
   * value there.
   */
  readonly toJsonSchema?: (schema: unknown, way: 'in' | 'out') => unknown
}

/** The provider of an app that chose none: TypeBox schemas, the shorthand and `$ref`. */
// The base of all others. An app that chose another takes these schemas too, so that a function that takes an `AppOf` gets it.
export interface SchemaProvider {
  readonly schema: unknown
}

/** The provider of a context of unknown prefix, such as a plugin's, or that of an app that a function takes. */
// With the provider, because contexts below inherit it as it is, and no route pays for a type without arguments. The member may be
// missing, so that a function takes an app whose prefix is known.
export interface UnplacedProvider extends SchemaProvider {
  /** For the compiler alone; not there at run time. */
  readonly ' unplaced'?: true
}

/** The provider of a plugin's context. Parameters that the plugin declares are those of its prefix. */
export type ProviderAt<Params> = [keyof Params] extends [never] ? UnplacedProvider : SchemaProvider

/** The provider of one route whose `validatorCompiler` states what it returns. */
export interface OutputProvider<Output> extends TypeProvider {
  readonly validator: Output
}

/** The value of a missing body: `undefined` where the schema admits `null`. */
export type Missing<Part> = null extends Part ? undefined : never

/** The value that `Provider` reads from `Schema`. */
export type Validated<Provider, Schema> = (Provider & { readonly schema: Schema })['validator' & keyof Provider]

/** The value that `Provider` lets a handler send for `Schema`. */
export type Serialized<Provider, Schema> = (Provider & { readonly schema: Schema })['serializer' & keyof Provider]
