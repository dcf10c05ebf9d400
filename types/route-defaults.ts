// Defaults for the routes of a context: responses, tags and security. At run time: src/tree/route-defaults.ts, src/plan/context-schema.ts.
import type { AppToAwait } from './app.ts'
import type { Receiver } from './context.ts'
import type { Refusal } from './refusal.ts'
import type { AnswerableMap, AnyResponse, StatusClasses } from './response.ts'

/** The responses that a context's defaults add to replies. */
export interface Answering<out Responses> {
  /** For the compiler only. */
  readonly ' responses': Responses
}

/** The responses of a route in a context of `Reply`: its own, and missing ones from the defaults. */
export type ResponsesIn<Responses, Reply> =
  Reply extends Answering<infer Defaults>
    ? Responses extends AnyResponse
      ? Defaults
      : Responses & Omit<Defaults, keyof Responses>
    : Responses

/**
 * Nothing, if an endpoint declares the default responses of its context, which its clients need. Otherwise a text with the missing ones. At run time:
 * `refuseUntold` in src/plan/untold-answer.ts.
 */
export type Telling<Path extends string, Responses, Reply> =
  Reply extends Answering<infer Defaults>
    ? Responses extends AnyResponse
      ? unknown
      : [UntoldIn<Responses, keyof Defaults>] extends [never]
        ? unknown
        : Refusal<`the routeDefaults of its context can send ${UntoldIn<Responses, keyof Defaults>}: add it to the response of '${Path}', or of its group`>
    : unknown

// A class covers each of its statuses, and `default` covers everything.
type UntoldIn<Responses, Key> = Key extends string | number
  ? `${Lowercase<`${Key}`>}` extends Told<keyof Responses>
    ? never
    : `${Key}`
  : never

type Told<Key> = Key extends string | number
  ? Key extends 'default'
    ? string
    : Lowercase<`${Key}`> extends `${infer Digit}xx`
      ? `${Digit}${string}`
      : `${Key}`
  : never

/** Defaults of routes. */
export interface RouteDefaults<Responses> {
  /** Schemas of errors by status (`404`) or class (`'4xx'`). For the same key the route's, or the nearest, applies. */
  response?: Responses & OfErrors<Exclude<keyof Responses, ErrorKey>>
  /** Added to the tags of each route. */
  tags?: readonly string[]
  /** The `security` of routes without their own, as in OpenAPI. */
  security?: readonly object[]
}

type ErrorKey = StatusClasses['4xx' | '5xx'] | `${StatusClasses['4xx' | '5xx']}` | '4xx' | '5xx' | '4XX' | '5XX'

type OfErrors<Others> = [Others] extends [never]
  ? unknown
  : Refusal<'defaults are for errors, 400 to 599: what a route answers else is its own'>

/** The part of an app that sets defaults of routes. */
export interface Defaulting {
  /**
   * Adds responses, tags and security to the routes of this context and those below; types of later routes include the responses.
   *
   * @throws ESP_ERR_ARGUMENT_INVALID for an invalid argument, FST_ERR_INSTANCE_ALREADY_LISTENING after `ready()`
   * @example app.routeDefaults({ response: { '4xx': Problem }, tags: ['tickets'] })
   */
  routeDefaults<Now, Loaded, Request, Reply, Schemas, Provider, const Responses extends AnswerableMap = AnyResponse>(
    this: Receiver<Now, Loaded, Request, Reply, Schemas, Provider>,
    defaults: RouteDefaults<Responses>
  ): AppToAwait<Now, Loaded, Request, ReplyWith<Reply, Responses>, Schemas, Provider>
}

type ReplyWith<Reply, Responses> = Responses extends AnyResponse ? Reply : Reply & Answering<Responses>
