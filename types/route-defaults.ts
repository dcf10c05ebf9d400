// Defaults for the routes of a context: responses, tags and security. Implementation: src/tree/route-defaults.ts, src/plan/default-schema.ts.
import type { AppToAwait } from './app.ts'
import type { Receiver } from './context.ts'
import type { Refusal } from './refusal.ts'
import type { AnswerableMap, AnyResponse, StatusClasses } from './response.ts'

/** The responses that a context's defaults add to replies. */
export interface Answering<out Responses> {
  /** Exists only in types. */
  readonly ' responses': Responses
}

export type ResponsesIn<Responses, Reply> =
  Reply extends Answering<infer Defaults>
    ? Responses extends AnyResponse
      ? Defaults
      : Responses & Omit<Defaults, keyof Responses>
    : Responses

// The endpoint itself must declare the responses that defaults add, because clients know only the endpoint. At run time:
// `refuseUndeclaredResponses` in src/plan/undeclared-response.ts.
export type Telling<Path extends string, Responses, Reply> =
  Reply extends Answering<infer Defaults>
    ? Responses extends AnyResponse
      ? unknown
      : [UndeclaredIn<Responses, keyof Defaults>] extends [never]
        ? unknown
        : Refusal<`the routeDefaults of its context can send ${UndeclaredIn<Responses, keyof Defaults>}: add it to the response of '${Path}', or of its group`>
    : unknown

// A class such as `4xx` covers each of its statuses, and `default` covers everything.
type UndeclaredIn<Responses, Key> = Key extends string | number
  ? `${Lowercase<`${Key}`>}` extends CoveredBy<keyof Responses>
    ? never
    : `${Key}`
  : never

type CoveredBy<Key> = Key extends string | number
  ? Key extends 'default'
    ? string
    : Lowercase<`${Key}`> extends `${infer Digit}xx`
      ? `${Digit}${string}`
      : `${Key}`
  : never

/**
 * Defaults of routes.
 *
 * @example
 * app.routeDefaults({ response: { '4xx': Type.Object({}) }, tags: ['books'], security: [{}] })
 * await app.get('/', () => 'ok').ready()
 * openapi(app, { info: { title: 'Books', version: '1' } }).paths['/'].get.tags // [ 'books' ]
 */
export interface RouteDefaults<Responses> {
  /** Schemas of errors by status (`404`) or class (`'4xx'`). An entry of a route or of a child context overrides the same entry here. */
  response?: Responses & OfErrors<Exclude<keyof Responses, ErrorKey>>
  /** Added to the tags of each route. */
  tags?: readonly string[]
  /** The `security` of routes that declare none, as in OpenAPI. */
  security?: readonly object[]
}

type ErrorKey = StatusClasses['4xx' | '5xx'] | `${StatusClasses['4xx' | '5xx']}` | '4xx' | '5xx' | '4XX' | '5XX'

type OfErrors<Others> = [Others] extends [never]
  ? unknown
  : Refusal<'defaults are for errors, 400 to 599: what a route answers else is its own'>

export interface Defaulting {
  /**
   * Adds responses, tags and security to the routes of this context and its child contexts. The types of later routes include the responses.
   *
   * @throws ESP_ERR_ARGUMENT_INVALID for an invalid argument, FST_ERR_INSTANCE_ALREADY_LISTENING after `ready()`
   * @example
   * app.routeDefaults({ tags: ['tickets'] }).get('/', { schema: {} }, ({ routeOptions }) => routeOptions.schema.tags)
   * const { body } = await app.inject('/') // '["tickets"]'
   */
  routeDefaults<Now, Loaded, Request, Reply, Schemas, Provider, const Responses extends AnswerableMap = AnyResponse>(
    this: Receiver<Now, Loaded, Request, Reply, Schemas, Provider>,
    defaults: RouteDefaults<Responses>
  ): AppToAwait<Now, Loaded, Request, ReplyWith<Reply, Responses>, Schemas, Provider>
}

type ReplyWith<Reply, Responses> = Responses extends AnyResponse ? Reply : Reply & Answering<Responses>
