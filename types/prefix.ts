// Prefix parameters in the requests of a context: strings before validation, then the values of their schemas. At run time: src/tree/prefix-params.ts,
// src/plan/context-params.ts.
import type { Nothing } from './context.ts'
import type { Guarded } from './hook.ts'
import type { AbsentName, ParamFields, PathParams } from './path.ts'
import type { Refusal } from './refusal.ts'
import type { Absent, RouteParts } from './request.ts'
import type { Fields, Infer, ObjectSchema } from './schema.ts'

/** Schemas of the parameters of a prefix by name, made with `Type`. */
export type ParamSchemas = Fields

/** A parameter without a schema. For the compiler only. */
export interface PathText {
  readonly ' text': true
}

/** The prefix parameters of a context: the schema of each, or `PathText`. */
export interface Prefixed<out Params> {
  /** For the compiler only. */
  readonly ' prefix': Params
}

/** The requests of a context with a prefix, with or without schemas of its parameters. */
export type Mounted<Request, Prefix extends string, Params> = string extends Prefix
  ? Request & Prefixed<never> & WithParams<Params>
  : '' extends Prefix
    ? Request
    : Request & Below<Prefix> & WithText<Exclude<keyof PathParams<Prefix>, keyof Params>> & WithParams<Params>

/** The prefixes above a context, as far as its declaration shows them. */
export interface Below<in Prefix extends string> {
  /** For the compiler only. */
  readonly ' below': { readonly [_ in Prefix]: true }
}

/** Nothing, if an endpoint's path may be in this context; otherwise a text with the missing prefix. */
// Compares by containment, not by the start: a plugin does not know the prefixes above its own.
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

/** The requests of a context in a route with its own params schema. A string of the prefix gets the type of the route's schema. */
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

/** The members of a context's requests by the schemas of its prefix parameters. */
export type WithParams<Params> = [keyof Params] extends [never]
  ? unknown
  : Prefixed<Params> & { params: ValidParams<Params> } & Guarded<'validation', { params: ValidParams<Params> }>

type ValidParams<Params> = { [Name in keyof Params]: ValidParam<Params[Name]> }

type ValidParam<Schema> = Schema extends PathText ? string : Infer<Schema>

/** The requests that a plugin needs: with the declared parameters, and no other schemas for them. */
export type NeedsParams<Params> = [keyof Params] extends [never]
  ? unknown
  : Prefixed<{ readonly [Name in keyof Params]: Params[Name] | PathText }>

/** The needs of a shared plugin: it has no prefix, so the registering context must have the parameters. */
export type NeedsParamsAround<Params> = [keyof Params] extends [never]
  ? unknown
  : NeedsParams<Params> & { readonly ' shared'?: true }

/** The needs of a plugin from requests, without its prefix parameters. */
export type NeedsBesidePrefix<Request> =
  Request extends Prefixed<unknown> ? Omit<Request, ' prefix' | ' shared'> : Request

/** The requests in a registered plugin. */
export type MountedFor<Needed, Request, Prefix extends string, Params> = ' shared' extends keyof Needed
  ? Request
  : Mounted<Request, Prefix, Params>

/** The names of the prefix parameters of a context. */
export type AroundName<Request> = Request extends Prefixed<infer Params> ? keyof Params : never

/**
 * Nothing, if a route's schema has only parameters of its path and its prefixes, with the same schemas. Otherwise a text with the others. At run time:
 * src/plan/absent-parameter.ts, src/plan/context-params.ts.
 */
// Every route pays for this, so names in the path, which are nearly all, are accepted first.
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

// A path without any parameter is accepted: its prefix may be unknown to the types of this context.
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

// In addition to all parameters of the path: a schema that lacks one has probably misspelt it.
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

/** The parameters in a hook of a stage: strings before validation; either, if validation may have failed. */
export type ParamsAt<Name, Request> =
  Request extends Prefixed<infer Params>
    ? [Params] extends [never]
      ? Record<string, string>
      : { [Key in keyof Params]: Name extends StageOfText ? string : string | ValidParam<Params[Key]> }
    : Nothing

type StageOfText = 'onRequest' | 'preParsing' | 'preValidation'
