// The request that a handler and the hooks read. Its parts are raw before validation, and have their schemas' types after it.

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { TSchema } from '@sinclair/typebox'
import type { ValidationError } from './error.ts'
import type { Logger } from './logger.ts'
import type { PathParams } from './path.ts'
import type { Missing, TypeProvider, Validated } from './provider.ts'
import type { RouteInfo } from './route.ts'
import type { Fields, Infer, InferProperties, InferShorthand, ObjectSchema } from './schema.ts'
import type { Referenced } from './shared-schema.ts'
import type { SchemaPart, ValidationFunction } from './validator.ts'

/** A part of the schema that a route lacks. */
export type Absent = undefined

/** Members of a request that are the same in every context. */
// Separate, because the compiler makes the other members' types for every request.
interface CommonRequestMembers {
  /** Identifies the request in logs: from `requestIdHeader`, or made by `genReqId`. A hook may change it for later lines. */
  id: string
  /** Node's request; in HTTP/2 the compatible one. */
  raw: IncomingMessage
  /** Writes log lines with the request's id. A hook may replace it, for example by `request.log.child({ tenant })`. */
  log: Logger
  /** The connection; in `inject` a fake. */
  readonly socket: Socket
  /** The method, in upper case. */
  readonly method: string
  /** Path and query, after `rewriteUrl`. */
  readonly url: string
  /** Path and query as they arrived. */
  readonly originalUrl: string
  /** The client's address; behind a trusted proxy the reported one. `undefined` on a Unix socket, and when the client has disconnected. */
  readonly ip: string | undefined
  /** With `trustProxy`: the addresses from the nearest proxy to the client; the first is `undefined` if `ip` would be. */
  readonly ips: (string | undefined)[] | undefined
  /** Host and port, from the client or a trusted proxy. */
  readonly host: string
  /** Host without its port; an IPv6 address keeps its brackets. */
  readonly hostname: string
  /** Port of `host`; `null` without one. */
  readonly port: number | null
  /** The scheme of the connection; behind a trusted proxy the reported one. */
  readonly protocol: 'http' | 'https'
  /** The content type without parameters, such as `application/json`; `undefined` without a valid one. */
  readonly mediaType: string | undefined
  /** Whether no route matched. */
  readonly is404: boolean
  /**
   * Aborts when the client disconnects before the response is complete, and when `handlerTimeout` or `answerTimeout` expires. When the app closes, it
   * aborts with `ESP_ERR_APP_CLOSING`: at once if the response has begun, else after `closeTimeout`. It never aborts after a complete response, so
   * later work may use it.
   */
  readonly signal: AbortSignal
  /**
   * The last `id` that a reconnecting client of an event stream received (`Last-Event-ID`); `undefined` for none. A generator continues after it. The
   * client chooses it, so it may be any text.
   */
  readonly lastEventId: string | undefined
  /** Returns a decorator's value, a function bound to this request. @throws FST_ERR_DEC_UNDECLARED when it was not declared. */
  getDecorator<Value = unknown>(name: string | symbol): Value
  /** Sets a declared decorator. @throws FST_ERR_DEC_UNDECLARED when it was not declared. */
  setDecorator<Value = unknown>(name: string | symbol, value: Value): void
  /** Returns the compiled validator of a part or of a schema that was compiled before; `undefined` without one. */
  getValidationFunction(partOrSchema: SchemaPart | object): ValidationFunction | undefined
  /** Compiles a schema once per route and returns its validator. */
  compileValidationSchema(schema: object, part?: SchemaPart): ValidationFunction
  /** Validates `data` by a schema or a part's schema. @throws FST_ERR_REQ_INVALID_VALIDATION_INVOCATION without a validator. */
  validateInput(data: unknown, partOrSchema: SchemaPart | object, part?: SchemaPart): boolean
}

/** Every member of a request except the parts with schemas. */
export interface RequestMembers<out App, out Config = unknown> extends CommonRequestMembers {
  /** The app of the context that owns the route. */
  readonly server: App
  /** The options of the current route. */
  readonly routeOptions: RouteInfo<Config>
}

/** A request before validation: in early hooks and error handlers. */
export interface RawRequest<out App = unknown> extends RequestMembers<App> {
  params: unknown
  query: unknown
  headers: IncomingHttpHeaders
  body: unknown
  readonly validationError?: ValidationError | undefined
}

/** The same in the hooks of a route, whose path is known. */
// Takes the path itself: the compiler resolves the hooks of every route, and parameters only if a hook reads them.
export interface ArrivedRequest<out App, Path extends string> extends RequestMembers<App> {
  params: PathParams<Path>
  query: unknown
  headers: IncomingHttpHeaders
  body: unknown
  readonly validationError?: ValidationError | undefined
}

/** The request of a route without schemas. */
export interface PlainRequest<Path extends string, out App> extends RequestMembers<App> {
  params: PathParams<Path>
  query: unknown
  headers: IncomingHttpHeaders
  body: unknown
  readonly validationError?: undefined
}

/** The schemas of a route's parts, under one name for all signatures. */
export interface RouteParts<out Params = unknown, out Query = unknown, out Headers = unknown, out Body = unknown> {
  readonly params: Params
  readonly query: Query
  readonly headers: Headers
  readonly body: Body
}

/** A request whose parts have the types of the route's schemas. */
// The path comes first, because messages omit later type arguments.
export interface RouteRequest<Path extends string, Parts extends RouteParts, Schemas, Provider, out Config, out App>
  extends RequestMembers<App, Config> {
  /** The path's parameters: strings, or the values of their schema. */
  params: Parts['params'] extends Absent ? PathParams<Path> : PartOf<Parts['params'], unknown, Schemas, Provider>
  /** The query string; `unknown` without a schema. */
  query: PartOf<Parts['query'], unknown, Schemas, Provider>
  /** The headers, names in lower case. */
  headers: HeadersOf<PartOf<Parts['headers'], Absent, Schemas, Provider>>
  /** The parsed body; `unknown` without a schema, `undefined` if it is missing and the schema admits `null`. */
  body: PartOf<Parts['body'], unknown, Schemas, Provider>
  readonly validationError?: undefined
}

/** The request of a route with `attachValidation`: its parts are unknown until `validationError` has been checked. */
export type AttachedRequest<Path extends string, Parts extends RouteParts, Schemas, Provider, Config, App> =
  | RouteRequest<Path, Parts, Schemas, Provider, Config, App>
  | RefusedRequest<App, Config>

/** An invalid request in the handler of a route with `attachValidation`. */
export interface RefusedRequest<App, Config = unknown> extends RequestMembers<App, Config> {
  params: unknown
  query: unknown
  headers: IncomingHttpHeaders
  body: unknown
  readonly validationError: ValidationError
}

/** A part of the request after validation by `Schema`; `Otherwise` without a schema. */
export type PartOf<Schema, Otherwise, Schemas, Provider> = Schema extends Absent
  ? Otherwise
  : Provider extends TypeProvider
    ? Validated<Provider, Schema>
    : Schema extends ObjectSchema
      ? InferProperties<Schema['properties'], Schemas>
      : Schema extends { readonly $ref: infer Ref extends string }
        ? Infer<Referenced<Schemas, Ref>, Schemas>
        : Schema extends TSchema
          ? Infer<Schema, Schemas> | Missing<Schema['static']>
          : Schema extends Fields
            ? InferShorthand<Schema, Schemas>
            : unknown

/** Header names arrive in lower case, whatever the schema's are. */
type HeadersOf<Headers> = Headers extends Absent
  ? IncomingHttpHeaders
  : { [Name in keyof Headers as Name extends string ? Lowercase<Name> : never]: Headers[Name] } & {
      [name: string]: string | string[] | undefined
    }
