// The buckets of a context: the decorators of its app, requests and replies, and its shared schemas. A bucket only grows, by `&`, and is passed on
// unchanged, so that a declaration's cost is constant.
import type { Refusal } from './refusal.ts'

/** An empty bucket. It vanishes from an intersection. */
// biome-ignore lint/complexity/noBannedTypes: the empty object type is the neutral element of `&`
export type Nothing = {}

/** Some of a context's buckets, to write by hand. */
export interface Shape {
  /** Decorators of the app. */
  readonly app?: object
  /** Decorators of every request. */
  readonly request?: object
  /** Decorators of every reply. */
  readonly reply?: object
  /** Shared schemas by `$id`. */
  readonly schemas?: object
}

/** The bucket `Kind` of a shape; nothing if it has none. */
// Inferred from the whole shape, so that a bucket that is a type parameter is not a deferred conditional type.
export type BucketOf<Given extends Shape, Kind extends keyof Shape> = Given extends {
  readonly [_ in Kind]: infer Bucket
}
  ? Bucket
  : Nothing

/** The bucket `Kind` of a shape; `Otherwise` if it has none. */
export type BucketOr<Given extends Shape, Kind extends keyof Shape, Otherwise> = Given extends {
  readonly [_ in Kind]: infer Bucket
}
  ? Bucket
  : Otherwise

/** The buckets of a context on all objects with its types. In types only: an app has no such property at run time. */
export interface Typed<App, Request, Reply, Schemas> {
  /** For the compiler only. */
  // Named, because messages show the path to a difference. Names with a leading space are no completions.
  readonly ' context': {
    readonly app: App
    readonly request: Request
    readonly reply: Reply
    readonly schemas: Schemas
  }
}

/** The declarations of a context, as the base of a named interface. `Kind` is `'app'`, `'request'`, `'reply'` or `'schemas'`. */
export type Bucket<App, Kind extends keyof Shape> =
  App extends Typed<infer OfApp, infer OfRequest, infer OfReply, infer Schemas>
    ? { app: OfApp; request: OfRequest; reply: OfReply; schemas: Schemas }[Kind]
    : never

/** Nothing if the named request type of a shape keeps the marks of guards and prefixes. Otherwise a text with the name that keeps them. */
export type Marked<Given extends Shape, Request> = Given extends { readonly request: infer Named }
  ? [Exclude<keyof Request & ` ${string}`, keyof Named>] extends [never]
    ? unknown
    : Refusal<"name the request type with: interface Requests extends Bucket<typeof app, 'request'> {}">
  : unknown

/** The buckets that a declaring method infers from its app, in types only. */
export interface Receiver<out Now, out Loaded, out Request, out Reply, out Schemas, out Provider>
  extends Typed<Loaded, Request, Reply, Schemas> {
  /** For the compiler only. */
  readonly ' line': readonly [now: Now, provider: Provider]
}

/** Names that may be declared twice: refined ones, prefix parameters, and internal ones. */
type Renewable<Needed> = keyof Needed | 'params' | ` ${string}`

/** A name in both buckets is refused, unless it was needed and is refined. */
export type NoClash<Present, Needed, Added, Where extends string> = [
  keyof Present & Exclude<keyof Added, Renewable<Needed>>
] extends [never]
  ? unknown
  : Refusal<`'${keyof Present & Exclude<keyof Added, Renewable<Needed>> & string}' is already ${Where} in this context`>
