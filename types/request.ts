// The request that a handler and the hooks read. Its parts are raw before validation, and of their schemas' types after it.

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

/** A part of the schema that a route does not state. */
export type Absent = undefined

/** Members of a request that are the same in every context. */
// Apart from the others, because the compiler makes the others' types for every request that there is.
interface CommonRequestMembers {
  /** Identifies the request in logs: from `requestIdHeader`, or made by `genReqId`. A hook may set another one; lines that were written have the old one. */
  id: string
  /** Node's request; in HTTP/2 the compatible one. */
  raw: IncomingMessage
  /** Writes log lines that carry the request's id. A hook may set another one, such as `request.log.child({ tenant })`. */
  log: Logger
  /** The connection; in `inject` a stand-in. */
  readonly socket: Socket
  /** The method, in upper case. */
  readonly method: string
  /** Path and query as they were routed, after `rewriteUrl`. */
  readonly url: string
  /** Path and query as they arrived. */
  readonly originalUrl: string
  /** Address of the client; behind a trusted proxy the address that the proxy reports. `undefined` on a Unix socket, and when the client has left. */
  readonly ip: string | undefined
  /** With `trustProxy`: the addresses from the nearest proxy to the client; the first is `undefined` where `ip` would be. */
  readonly ips: (string | undefined)[] | undefined
  /** Host and port, as the client or a trusted proxy names them. */
  readonly host: string
  /** Host without its port; an IPv6 address keeps its brackets. */
  readonly hostname: string
  /** Port of `host`; `null` where it names none. */
  readonly port: number | null
  /** The scheme of the connection; through a trusted proxy the one that it reports. */
  readonly protocol: 'http' | 'https'
  /** The content type's essence, such as `application/json`; `undefined` without a valid one. */
  readonly mediaType: string | undefined
  /** Whether no route matched. */
  readonly is404: boolean
  /**
   * Aborts when the client has left before the answer was complete, and when `handlerTimeout` or `answerTimeout` expires. When the app closes, it aborts with
   * `ESP_ERR_APP_CLOSING`: at once where the answer has begun, else when `closeTimeout` is over. It never aborts after a complete answer, so work
   * that outlives the answer may use it.
   */
  readonly signal: AbortSignal
  /**
   * The last event that the reader of an event stream has seen (`Last-Event-ID`): the `id` of an event or of a place; `undefined` for none. A
   * generator goes on after it. The client chooses it, so it may be any text.
   */
  readonly lastEventId: string | undefined
  /** Returns a decorator's value, a function bound to this request. @throws FST_ERR_DEC_UNDECLARED when nothing declared it. */
  getDecorator<Value = unknown>(name: string | symbol): Value
  /** Sets a declared decorator. @throws FST_ERR_DEC_UNDECLARED when nothing declared it. */
  setDecorator<Value = unknown>(name: string | symbol, value: Value): void
  /** Returns the compiled validator of a part or of a schema compiled before; `undefined` where there is none. */
  getValidationFunction(partOrSchema: SchemaPart | object): ValidationFunction | undefined
  /** Compiles a schema once per route and returns its validator. */
  compileValidationSchema(schema: object, part?: SchemaPart): ValidationFunction
  /** Validates `data` by a schema or a part's schema. @throws FST_ERR_REQ_INVALID_VALIDATION_INVOCATION when neither gives a validator. */
  validateInput(data: unknown, partOrSchema: SchemaPart | object, part?: SchemaPart): boolean
}

/** Every member of a request but the parts that schemas describe. */
export interface RequestMembers<out App, out Config = unknown> extends CommonRequestMembers {
  /** The app of the context that owns the route. */
  readonly server: App
  /** The options of the route that is answering. */
  readonly routeOptions: RouteInfo<Config>
}

/** A request whose parts nothing has validated: what hooks before validation, and error handlers, see. */
export interface RawRequest<out App = unknown> extends RequestMembers<App> {
  params: unknown
  query: unknown
  headers: IncomingHttpHeaders
  body: unknown
  readonly validationError?: ValidationError | undefined
}

/** The same in the hooks of a route, whose path is known. */
// Takes the path itself: the compiler resolves a route's hooks for every route, and its parameters only where a hook reads them.
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

/** The schemas of a route's parts: one name for the types that every signature below would list. */
export interface RouteParts<out Params = unknown, out Query = unknown, out Headers = unknown, out Body = unknown> {
  readonly params: Params
  readonly query: Query
  readonly headers: Headers
  readonly body: Body
}

/** A request whose parts have the types of the route's schemas. */
// The path comes first, because messages show the first type arguments and leave later ones out.
export interface RouteRequest<Path extends string, Parts extends RouteParts, Schemas, Provider, out Config, out App>
  extends RequestMembers<App, Config> {
  /** The path's parameters: texts, or what their schema makes of them. */
  params: Parts['params'] extends Absent ? PathParams<Path> : PartOf<Parts['params'], unknown, Schemas, Provider>
  /** The query string; `unknown` without a schema. */
  query: PartOf<Parts['query'], unknown, Schemas, Provider>
  /** The headers, names in lower case. */
  headers: HeadersOf<PartOf<Parts['headers'], Absent, Schemas, Provider>>
  /** The parsed body; `unknown` without a schema, `undefined` where it is missing and the schema admits `null`. */
  body: PartOf<Parts['body'], unknown, Schemas, Provider>
  readonly validationError?: undefined
}

/** The request of a route with `attachValidation`: its parts are unknown until `validationError` has been checked. */
export type AttachedRequest<Path extends string, Parts extends RouteParts, Schemas, Provider, Config, App> =
  | RouteRequest<Path, Parts, Schemas, Provider, Config, App>
  | RefusedRequest<App, Config>

/** A request that validation refused, in the handler of a route with `attachValidation`. */
export interface RefusedRequest<App, Config = unknown> extends RequestMembers<App, Config> {
  params: unknown
  query: unknown
  headers: IncomingHttpHeaders
  body: unknown
  readonly validationError: ValidationError
}

/** A part of the request after validation by `Schema`; `Otherwise` where the route states no schema for it. */
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

/** Header names arrive in lower case, whatever the schema writes. */
type HeadersOf<Headers> = Headers extends Absent
  ? IncomingHttpHeaders
  : { [Name in keyof Headers as Name extends string ? Lowercase<Name> : never]: Headers[Name] } & {
      [name: string]: string | string[] | undefined
    }
