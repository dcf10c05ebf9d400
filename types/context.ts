// A bucket is an object type with one kind of a context's members: decorators of the app, of requests or of replies, or shared schemas. Each
// declaration adds a member by `&`, so that its compile time does not grow with the number of earlier declarations.
import type { Refusal } from './refusal.ts'

/** The empty object type: `Nothing & Type` is `Type`. */
// biome-ignore lint/complexity/noBannedTypes: the empty object type is the neutral element of `&`
export type Nothing = {}

/** The decorators and schemas of a context, as an application writes their types: `{ app: { db: Database } }`. */
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

export type BucketOf<Given extends Shape, Kind extends keyof Shape> = Given extends {
  readonly [_ in Kind]: infer Bucket
}
  ? Bucket
  : Nothing

export type BucketOr<Given extends Shape, Kind extends keyof Shape, Otherwise> = Given extends {
  readonly [_ in Kind]: infer Bucket
}
  ? Bucket
  : Otherwise

/** The types of a context's decorators and schemas, which `typeof app` carries. */
export interface Typed<App, Request, Reply, Schemas> {
  /** Exists only in types. */
  // The name begins with a space, so that editors do not suggest it.
  readonly ' context': {
    readonly app: App
    readonly request: Request
    readonly reply: Reply
    readonly schemas: Schemas
  }
}

/** The decorators or schemas of a context, as the base of a named interface: `interface Services extends Bucket<typeof app, 'app'> {}`. */
export type Bucket<App, Kind extends keyof Shape> =
  App extends Typed<infer OfApp, infer OfRequest, infer OfReply, infer Schemas>
    ? { app: OfApp; request: OfRequest; reply: OfReply; schemas: Schemas }[Kind]
    : never

// An interface that extends `Bucket` keeps keys such as `' guarded'` of the request type. If such a key is missing, the result is an error text.
export type Marked<Given extends Shape, Request> = Given extends { readonly request: infer Named }
  ? [Exclude<keyof Request & ` ${string}`, keyof Named>] extends [never]
    ? unknown
    : Refusal<"name the request type with: interface Requests extends Bucket<typeof app, 'request'> {}">
  : unknown

// The `this` of methods such as `decorate`, which infer the context's types from this type.
export interface Receiver<out Now, out Loaded, out Request, out Reply, out Schemas, out Provider>
  extends Typed<Loaded, Request, Reply, Schemas> {
  /** Exists only in types. */
  readonly ' line': readonly [now: Now, provider: Provider]
}

// Names that a plugin may declare again: names that the plugin needs, `params`, and type-only names, which begin with a space.
type Renewable<Needed> = keyof Needed | 'params' | ` ${string}`

export type NoClash<Present, Needed, Added, Where extends string> = keyof Added extends never
  ? unknown
  : keyof Present & Exclude<keyof Added, Renewable<Needed>> extends never
    ? unknown
    : Clash<keyof Present & Exclude<keyof Added, Renewable<Needed> | AssumedName<Present>> & string, Where>

type Clash<Name extends string, Where extends string> = [Name] extends [never]
  ? unknown
  : Refusal<`'${Name}' is already ${Where} in this context`>

// Marks decorators that a context has only in its type, because a refused plugin needs them. Declaring such a decorator later is no error.
export interface Assumed<out Needed> {
  /** Exists only in types. */
  readonly ' assumed': { readonly [_ in keyof Needed]: true }
}

export type AssumedName<Present> = Present extends { readonly ' assumed': infer Names } ? keyof Names : never
