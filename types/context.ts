// The buckets of a context: what is visible on its app, its requests and its replies, and which shared schemas it sees.
// A bucket only grows, by `&`, and is passed on by identity; that keeps a declaration's cost constant.
import type { Refusal } from './refusal.ts'

/** A bucket that nothing was declared in. It vanishes from an intersection. */
// biome-ignore lint/complexity/noBannedTypes: the empty object type is the neutral element of `&`
export type Nothing = {}

/** Some of a context's buckets, as a person writes them down. */
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

/** The bucket `Kind` of a shape; nothing where the shape does not state it. */
// Inferred from the whole shape, so that a bucket that is a type parameter is that parameter and not a choice yet to be made.
export type BucketOf<Given extends Shape, Kind extends keyof Shape> = Given extends {
  readonly [_ in Kind]: infer Bucket
}
  ? Bucket
  : Nothing

/** The bucket `Kind` of a shape; `Otherwise` where the shape does not state it. */
export type BucketOr<Given extends Shape, Kind extends keyof Shape, Otherwise> = Given extends {
  readonly [_ in Kind]: infer Bucket
}
  ? Bucket
  : Otherwise

/** The buckets of a context, as everything that has its types shows them. It exists in types only: an app has no such property at run time. */
export interface Typed<App, Request, Reply, Schemas> {
  /** For the compiler alone; not there at run time. */
  // By name, because messages show the path to what differs. Names that begin with a space, here and elsewhere, are no
  // completions.
  readonly ' context': {
    readonly app: App
    readonly request: Request
    readonly reply: Reply
    readonly schemas: Schemas
  }
}

/**
 * The declarations of a context, as a base for an interface that names them. `Kind` is `'app'`, `'request'`, `'reply'` or `'schemas'`.
 *
 * @example interface Services extends Bucket<typeof app, 'app'> {}
 */
export type Bucket<App, Kind extends keyof Shape> =
  App extends Typed<infer OfApp, infer OfRequest, infer OfReply, infer Schemas>
    ? { app: OfApp; request: OfRequest; reply: OfReply; schemas: Schemas }[Kind]
    : never

/** Nothing when the named request type of a shape keeps the marks of guards and prefixes. Otherwise a sentence with the name that keeps them. */
export type Marked<Given extends Shape, Request> = Given extends { readonly request: infer Named }
  ? [Exclude<keyof Request & ` ${string}`, keyof Named>] extends [never]
    ? unknown
    : Refusal<"name the request type with: interface Requests extends Bucket<typeof app, 'request'> {}">
  : unknown

/** The buckets that a declaring method reads from its app. In types only, as above. */
export interface Receiver<out Now, out Loaded, out Request, out Reply, out Schemas, out Provider>
  extends Typed<Loaded, Request, Reply, Schemas> {
  /** For the compiler alone; not there at run time. */
  readonly ' line': readonly [now: Now, provider: Provider]
}

/** Names that a bucket may be given twice: those that are refined, the parameters of prefixes, and what the compiler alone knows. */
type Renewable<Needed> = keyof Needed | 'params' | ` ${string}`

/** A name that both buckets declare is refused, unless it was needed and is now refined. */
export type NoClash<Present, Needed, Added, Where extends string> = [
  keyof Present & Exclude<keyof Added, Renewable<Needed>>
] extends [never]
  ? unknown
  : Refusal<`'${keyof Present & Exclude<keyof Added, Renewable<Needed>> & string}' is already ${Where} in this context`>
