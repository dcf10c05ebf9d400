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
export interface TypeProvider {
  readonly schema: unknown
  readonly validator: unknown
  readonly serializer: unknown
}

/** The provider of an app that chose none: TypeBox schemas, the shorthand and `$ref`. */
export interface SchemaProvider extends TypeProvider {
  readonly '~default': true
}

/** The provider of one route whose `validatorCompiler` states what it returns. */
export interface OutputProvider<Output> extends TypeProvider {
  readonly validator: Output
}

/** What `Provider` reads from `Schema`. */
export type Validated<Provider, Schema> = (Provider & { readonly schema: Schema })['validator' & keyof Provider]

/** What `Provider` lets a handler send for `Schema`. */
export type Serialized<Provider, Schema> = (Provider & { readonly schema: Schema })['serializer' & keyof Provider]
