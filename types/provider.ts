import type { SerializerCompiler, ValidatorCompiler } from './validator.ts'

/**
 * The types of a schema library: `validator` is the type that a handler reads, `serializer` the type that it may send. Both depend on
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
 * libraries. Implementation: src/plan/compilers.ts.
 */
export interface SchemaLibrary<out Chosen extends TypeProvider = TypeProvider> {
  /** Exists only in types. */
  readonly ' provider'?: Chosen
  /** Whether a schema belongs to this library. */
  readonly owns: (schema: unknown) => boolean
  readonly validatorCompiler: ValidatorCompiler
  readonly serializerCompiler: SerializerCompiler
  /**
   * Converts a schema of the library to JSON Schema for OpenAPI documents: of requests (`'in'`) or responses (`'out'`). If the function throws, the
   * document allows any value.
   */
  readonly toJsonSchema?: (schema: unknown, way: 'in' | 'out') => unknown
}

/** The default provider, for TypeBox schemas, maps of TypeBox schemas by field, and `$ref`. */
// All providers extend `SchemaProvider`, so that a function that takes an `AppOf` accepts an app with any provider.
export interface SchemaProvider {
  readonly schema: unknown
}

/** Marks a context whose prefix is unknown to types: the context of a plugin, or of an app that a function takes. */
// The mark is part of the provider, because child contexts inherit the provider. It is optional, so that a function also accepts an app with a
// known prefix.
export interface UnplacedProvider extends SchemaProvider {
  /** Exists only in types. */
  readonly ' unplaced'?: true
}

// A plugin with `params` declares its prefix parameters, so its prefix counts as known.
export type ProviderAt<Params> = [keyof Params] extends [never] ? UnplacedProvider : SchemaProvider

export interface OutputProvider<Output> extends TypeProvider {
  readonly validator: Output
}

// The type of a missing body, in a union with the type of the body: `undefined` if the schema admits `null`, otherwise `never`.
export type Missing<Part> = null extends Part ? undefined : never

export type Validated<Provider, Schema> = (Provider & { readonly schema: Schema })['validator' & keyof Provider]

export type Serialized<Provider, Schema> = (Provider & { readonly schema: Schema })['serializer' & keyof Provider]
