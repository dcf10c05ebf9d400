// The parameters of the prefix of a context, in its requests: texts until they are validated, and values of their schemas from then on. Twins:
// src/tree/prefix-params.ts, src/plan/context-params.ts.
import type { Nothing } from './context.ts'
import type { Guarded } from './hook.ts'
import type { AbsentName, ParamFields, PathParams } from './path.ts'
import type { Refusal } from './refusal.ts'
import type { Absent, RouteParts } from './request.ts'
import type { Fields, Infer, ObjectSchema } from './schema.ts'

/** Schemas of the parameters of a prefix by name, made with `Type`. */
export type ParamSchemas = Fields

/** A parameter without a schema. For the compiler alone. */
export interface PathText {
  readonly ' text': true
}

/** The parameters of the prefixes around a context: the schema of each, or `PathText`. */
export interface Prefixed<out Params> {
  /** For the compiler alone; not there at run time. */
  readonly ' prefix': Params
}

/** The requests of a context that is registered with a prefix, with or without schemas of its parameters. */
export type Mounted<Request, Prefix extends string, Params> = string extends Prefix
  ? Request & Prefixed<never> & WithParams<Params>
  : '' extends Prefix
    ? Request
    : Request & Below<Prefix> & WithText<Exclude<keyof PathParams<Prefix>, keyof Params>> & WithParams<Params>

/** The prefixes around a context, as far as they are known where it is declared. */
export interface Below<in Prefix extends string> {
  /** For the compiler alone; not there at run time. */
  readonly ' below': { readonly [_ in Prefix]: true }
}

/** Nothing, where the path of an endpoint may be one of this context; otherwise the sentence that says which prefix it lacks. */
// Contained and not at its start: a plugin does not know what stands around its own prefixes.
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
  : { params: { [_ in Name]: string } } & Prefixed<{ readonly [_ in Name]: PathText }>

/** The requests of a context in a route with schemas of its own parameters. A text of the prefix has the type of the route's schema. */
// Without `infer`: every route pays for the first line.
export type RequestBeside<Request, Parts extends RouteParts> = Request extends AnyPrefixed
  ? Retyped<Request, TextName<Request[' prefix']> & keyof ParamFields<Parts['params']>>
  : Request

interface AnyPrefixed {
  readonly ' prefix': unknown
}

type TextName<Around> = { [Name in keyof Around]: Around[Name] extends PathText ? Name : never }[keyof Around]

type Retyped<Request, Name> = [Name] extends [never]
  ? Request
  : Request extends { params: infer Texts }
    ? Omit<Request, 'params'> & { params: Omit<Texts, Name & keyof Texts> }
    : Request

/** The members that requests of a context have by the schemas of its prefix's parameters. */
export type WithParams<Params> = [keyof Params] extends [never]
  ? unknown
  : Prefixed<Params> & { params: ValidParams<Params> } & Guarded<'validation', { params: ValidParams<Params> }>

type ValidParams<Params> = { [Name in keyof Params]: ValidParam<Params[Name]> }

type ValidParam<Schema> = Schema extends PathText ? string : Infer<Schema>

/** The needs of a plugin from the requests of a context: the parameters that it declares, by no other schema. */
export type NeedsParams<Params> = [keyof Params] extends [never]
  ? unknown
  : Prefixed<{ readonly [Name in keyof Params]: Params[Name] | PathText }>

/** The needs of a shared plugin: it has no prefix of its own, so the context that registers it has the parameters. */
export type NeedsParamsAround<Params> = [keyof Params] extends [never]
  ? unknown
  : NeedsParams<Params> & { readonly ' shared'?: true }

/** The needs of a plugin from requests, without the parameters of its prefix. */
export type NeedsBesidePrefix<Request> =
  Request extends Prefixed<unknown> ? Omit<Request, ' prefix' | ' shared'> : Request

/** The requests that a registered plugin meets. */
export type MountedFor<Needed, Request, Prefix extends string, Params> = ' shared' extends keyof Needed
  ? Request
  : Mounted<Request, Prefix, Params>

/** The names of the parameters around a context. */
export type AroundName<Request> = Request extends Prefixed<infer Params> ? keyof Params : never

/**
 * Nothing, where a route's schema has only parameters of its path and of the prefixes around it, with the schemas of those. Otherwise a sentence that
 * names the others. Twins: src/plan/absent-parameter.ts, src/plan/context-params.ts.
 */
// Every route pays for this, so names that the path shows, which are nearly all, are let pass at sight.
export type Parametric<Path extends string, Params, Request, Provider> = Params extends ObjectSchema
  ? (
      keyof Params['properties'] extends infer Name
        ? Name extends string
          ? Path extends `${string}:${Name}${string}`
            ? never
            : Name
          : never
        : never
    ) extends never
    ? unknown
    : Suspect<Path, Params, Request, Provider>
  : Params extends Absent
    ? unknown
    : Suspect<Path, Params, Request, Provider>

// A path without any parameter is let pass: it may stand below a prefix that is not in the types of this context.
type Suspect<Path extends string, Params, Request, Provider> = Path extends `${string}${':' | '*'}${string}`
  ? Judged<Path, Params, Request extends Prefixed<infer Around> ? Around : Nothing, Provider>
  : unknown

type Judged<Path extends string, Params, Around, Provider> = [AbsentName<Params, Path, keyof Around>] extends [never]
  ? [DifferentName<ParamFields<Params>, Around>] extends [never]
    ? unknown
    : Refusal<`'${DifferentName<ParamFields<Params>, Around>}' is a parameter of a prefix around '${Path}', with another schema: leave it out here`>
  : [MayBeAround<Path, Params, Provider>] extends [true]
    ? unknown
    : Refusal<`the path '${Path}' has no parameter '${AbsentName<Params, Path, keyof Around>}'`>

// Beside all parameters of the path: a schema that lacks one of them has more likely misspelt it.
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

/** The parameters as a hook of a stage finds them: text before validation; where it may have been refused, text or not. */
export type ParamsAt<Name, Request> =
  Request extends Prefixed<infer Params>
    ? [Params] extends [never]
      ? Record<string, string>
      : { [Key in keyof Params]: Name extends StageOfText ? string : string | ValidParam<Params[Key]> }
    : Nothing

type StageOfText = 'onRequest' | 'preParsing' | 'preValidation'
