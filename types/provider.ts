import type { SerializerCompiler, ValidatorCompiler } from './validator.ts'

/**
 * The types of a schema library: `validator` is the type that the handler reads, `serializer` the type that it may send, both computed from
 * `this['schema']`.
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
 * A schema library as a value: its types, and compilers for its own schemas. Other schemas go to the context's compilers, so that plugins can mix
 * libraries. At run time: src/plan/compilers.ts.
 */
export interface SchemaLibrary<out Chosen extends TypeProvider = TypeProvider> {
  /** For the compiler only. */
  readonly ' provider'?: Chosen
  /** Whether a schema belongs to this library. */
  readonly owns: (schema: unknown) => boolean
  readonly validatorCompiler: ValidatorCompiler
  readonly serializerCompiler: SerializerCompiler
  /**
   * Converts one of its schemas to JSON Schema, for documents: of requests (`'in'`) or responses (`'out'`). If it throws, the document allows any
   * value.
   */
  readonly toJsonSchema?: (schema: unknown, way: 'in' | 'out') => unknown
}

/** The default provider: TypeBox schemas, the shorthand and `$ref`. */
// The base of all others. Apps with another provider accept these schemas too, so that a function that takes an `AppOf` accepts them.
export interface SchemaProvider {
  readonly schema: unknown
}

/** The provider of a context with an unknown prefix: of a plugin, or of an app that a function takes. */
// A provider, because contexts below inherit it unchanged, and a type without arguments costs routes nothing. The member is optional, so that a
// function accepts an app with a known prefix.
export interface UnplacedProvider extends SchemaProvider {
  /** For the compiler only. */
  readonly ' unplaced'?: true
}

/** The provider of a plugin's context. Declared parameters belong to its prefix. */
export type ProviderAt<Params> = [keyof Params] extends [never] ? UnplacedProvider : SchemaProvider

/** The provider of one route whose `validatorCompiler` has a typed result. */
export interface OutputProvider<Output> extends TypeProvider {
  readonly validator: Output
}

/** The value of a missing body: `undefined` if the schema admits `null`. */
export type Missing<Part> = null extends Part ? undefined : never

/** The value that `Provider` reads from `Schema`. */
export type Validated<Provider, Schema> = (Provider & { readonly schema: Schema })['validator' & keyof Provider]

/** The value that `Provider` lets a handler send for `Schema`. */
export type Serialized<Provider, Schema> = (Provider & { readonly schema: Schema })['serializer' & keyof Provider]
