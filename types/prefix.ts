// Path parameters of a plugin's prefix, such as `:org` of `/orgs/:org`. Before validation their values are strings; afterwards they have the
// types of their schemas. Implementation: src/tree/prefix-params.ts, src/plan/context-params.ts.
import type { Nothing } from './context.ts'
import type { RouteContext } from './handler.ts'
import type { Guarded } from './hook.ts'
import type { AbsentName, ParamFields, PathParams } from './path.ts'
import type { Refusal } from './refusal.ts'
import type { Omitted, RouteParts } from './request.ts'
import type { Fields, Infer, ObjectSchema } from './schema.ts'

export type ParamSchemas = Fields

// Stands for the missing schema of a prefix parameter, whose value is then a string. Exists only in types.
export interface PathText {
  readonly ' text': true
}

export interface Prefixed<out Params> {
  /** Exists only in types. */
  readonly ' prefix': Params
}

// `'/orgs/:org'` adds `{ params: { org: string } }`.
export type Mounted<Request, Prefix extends string, Params> = string extends Prefix
  ? Request & Prefixed<never> & WithParams<Params>
  : '' extends Prefix
    ? Request
    : Request & Below<Prefix> & WithText<Exclude<keyof PathParams<Prefix>, keyof Params>> & WithParams<Params>

// A plugin's types do not depend on where it is registered, so the prefixes of parent contexts are unknown.
export interface Below<in Prefix extends string> {
  /** Exists only in types. */
  readonly ' below': { readonly [_ in Prefix]: true }
}

// The prefix may be anywhere in the path, because prefixes of parent contexts may precede it.
export type Within<Path extends string, Request> = Request extends { readonly ' below': infer Prefixes }
  ? OutsideOf<Path, keyof Prefixes>
  : unknown

type OutsideOf<Path extends string, Prefix> = [MissedBy<Path, Prefix>] extends [never]
  ? unknown
  : Refusal<`the path of an endpoint is absolute, and '${Path}' does not begin with the prefix '${MissedBy<Path, Prefix>}'`>

type MissedBy<Path extends string, Prefix> = Prefix extends string
  ? Path extends `${string}${Prefix}${string}`
    ? never
    : Prefix
  : never

type WithText<Name extends PropertyKey> = [Name] extends [never]
  ? unknown
  : { params: { [_ in Name]: string } } & Prefixed<{ readonly [_ in Name]: PathText }> & PathTexts<Name>

// Repeats names of `Prefixed`, so that the compiler finds out cheaply whether a context has prefix parameters without a schema.
export interface PathTexts<in Name extends PropertyKey> {
  /** Exists only in types. */
  readonly ' texts': { readonly [_ in Name]: true }
}

// The compiler evaluates the first condition for every route. So it has no `infer`, which would cost more.
export type RequestBeside<Request, Parts extends RouteParts> = Request extends AnyTexts
  ? Retyped<Request, keyof Request[' texts'] & keyof ParamFields<Parts['params']>>
  : Request

interface AnyTexts {
  readonly ' texts': unknown
}

type Retyped<Request, Name> = [Name] extends [never]
  ? Request
  : Request extends { params: infer Texts }
    ? Omit<Request, 'params'> & { params: Omit<Texts, Name & keyof Texts> }
    : Request

// `{ org: TInteger }` makes `params.org` a number after validation.
export type WithParams<Params> = [keyof Params] extends [never]
  ? unknown
  : Prefixed<Params> & { params: ValidParams<Params> } & Guarded<'validation', 'params'>

type ValidParams<Params> = { [Name in keyof Params]: ValidParam<Params[Name]> }

type ValidParam<Schema> = Schema extends PathText ? string : Infer<Schema>

export type NeedsParams<Params> = [keyof Params] extends [never]
  ? unknown
  : Prefixed<{ readonly [Name in keyof Params]: Params[Name] | PathText }>

// A shared plugin has no prefix of its own, so the context that registers it must have the parameters.
export type NeedsParamsAround<Params> = [keyof Params] extends [never]
  ? unknown
  : NeedsParams<Params> & { readonly ' shared'?: true }

export type NeedsBesidePrefix<Request> =
  Request extends Prefixed<unknown> ? Omit<Request, ' prefix' | ' shared'> : Request

// A shared plugin gets the requests of the context that registers it.
export type MountedFor<Needed, Request, Prefix extends string, Params> = ' shared' extends keyof Needed
  ? Request
  : Mounted<Request, Prefix, Params>

export type AroundName<Request> = Request extends Prefixed<infer Params> ? keyof Params : never

// The compiler evaluates this type for every route, so names in the path are accepted first. Without `NoInfer` the compiler would infer the path
// from every branch of `ParamsFault`, a tenth of the time of a completion. At run time: src/plan/absent-parameter.ts, context-params.ts.
export type CheckedParams<Path extends string, Params, Context extends RouteContext> = Params extends ObjectSchema
  ? NameBeside<Path, keyof Params['properties']> extends never
    ? unknown
    : Refused<NoInfer<ParamsFault<Path, Params, Context>>>
  : Params extends Omitted
    ? unknown
    : Refused<NoInfer<ParamsFault<Path, Params, Context>>>

type Refused<Text> = [Text] extends [never] ? unknown : Refusal<Text & string>

type NameBeside<Path extends string, Name> = Name extends string
  ? Path extends `${string}:${Name}${string}`
    ? never
    : Name
  : never

// If the path has no parameters, every name is accepted: it may belong to a parent context's prefix, which the types do not contain.
type ParamsFault<
  Path extends string,
  Params,
  Context extends RouteContext
> = Path extends `${string}${':' | '*'}${string}`
  ? FaultAround<Path, Params, Context['request'] extends Prefixed<infer Around> ? Around : Nothing, Context>
  : never

type FaultAround<Path extends string, Params, Around, Context extends RouteContext> = [
  AbsentName<Params, Path, keyof Around>
] extends [never]
  ? [DifferentName<ParamFields<Params>, Around>] extends [never]
    ? never
    : `'${DifferentName<ParamFields<Params>, Around>}' is a parameter of a prefix around '${Path}', with another schema: leave it out here`
  : [MayBeAround<Path, Params, Context['provider']>] extends [true]
    ? never
    : `the path '${Path}' has no parameter '${AbsentName<Params, Path, keyof Around>}'`

// In a plugin, a name that the path lacks may be a parameter of an unknown prefix. It is accepted only if the schema also has all parameters of the
// path. Otherwise it is probably misspelt.
type MayBeAround<Path extends string, Params, Provider> = ' unplaced' extends keyof Provider
  ? keyof PathParams<Path> extends keyof ParamFields<Params>
    ? true
    : false
  : false

type DifferentName<Own, Around> = {
  [Name in keyof Own & keyof Around & string]: Around[Name] extends Own[Name] | PathText
    ? Own[Name] extends Around[Name]
      ? never
      : Around[Name] extends PathText
        ? never
        : Name
    : Name
}[keyof Own & keyof Around & string]

// Hooks such as `onError` also run after a failed validation, so the parameters may still be strings.
export type ParamsAt<Name, Request> =
  Request extends Prefixed<infer Params>
    ? [Params] extends [never]
      ? Record<string, string>
      : { [Key in keyof Params]: Name extends StageOfText ? string : string | ValidParam<Params[Key]> }
    : Nothing

type StageOfText = 'onRequest' | 'preParsing' | 'preValidation'
