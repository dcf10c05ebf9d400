// Endpoints: method, path and schemas as a value, without a handler. A server implements one with `app.route(endpoint, handler)`; tests and clients
// call the endpoint without importing the server.
import type { TRef, TSchema } from '@sinclair/typebox'
import type { Nothing } from './context.ts'
import type { InjectResponse } from './inject.ts'
import type { PartSchema } from './part-schema.ts'
import type { ParamsOf, PathParams } from './path.ts'
import type { SchemaProvider, TypeProvider, Validated } from './provider.ts'
import type { Refusal, RequiredName } from './refusal.ts'
import type { Omitted } from './request.ts'
import type { AnswerableMap, AnyResponse, BodilessStatus, FreeStatusOf, MediaRange, StatusAt } from './response.ts'
import type { RouteSchema } from './route.ts'
import type { BodyOf } from './route-method.ts'
import type { Fields, Infer, InferIn, InferShorthand, InferShorthandIn } from './schema.ts'

/** The method, the path and the schemas of an endpoint. */
export interface Endpoint<Method extends string, Path extends string, Params, Query, Headers, Body, Responses> {
  readonly method: Method
  readonly path: Path
  readonly schema: RouteSchema<Params, Query, Headers, Body, Responses>
}

/** Any endpoint. */
export type AnyEndpoint = Endpoint<string, string, unknown, unknown, unknown, unknown, unknown>

/** Makes an endpoint: `endpoint('GET /users/:id', { params, response })`. */
export type EndpointFunction = <
  const Target extends string,
  const Params extends PartSchema | Omitted = Omitted,
  const Query extends PartSchema | Omitted = Omitted,
  const Headers extends PartSchema | Omitted = Omitted,
  const Body extends BodyOf<MethodOf<Target>> | Omitted = Omitted,
  const Responses extends AnswerableMap = AnyResponse
>(
  target: EndpointTarget<Target>,
  schema?: RouteSchema<ParamsOf<Params, PathOf<Target>>, Query, Headers, Body, Responses>
) => Endpoint<MethodOf<Target>, PathOf<Target>, Params, Query, Headers, Body, Responses>

export type EndpointTarget<Target extends string> =
  Uppercase<MethodOf<Target>> extends HttpMethod
    ? Target
    : string extends MethodOf<Target>
      ? Target
      : MethodOf<Target> extends '' | `${string} ${string}`
        ? Refusal<`'${Target}' is no method and path, such as 'GET /books/:id'`>
        : Refusal<`'${MethodOf<Target>}' is no method of HTTP, such as 'GET' or 'POST'`>

// The methods that Node's HTTP parser accepts. Routes with the less common methods need `addHttpMethod` first.
// biome-ignore format: a list
type HttpMethod =
  | 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'TRACE' | 'QUERY' | 'ACL' | 'BIND' | 'CHECKOUT'
  | 'CONNECT' | 'COPY' | 'LINK' | 'LOCK' | 'M-SEARCH' | 'MERGE' | 'MKACTIVITY' | 'MKCALENDAR' | 'MKCOL' | 'MOVE'
  | 'NOTIFY' | 'PROPFIND' | 'PROPPATCH' | 'PURGE' | 'REBIND' | 'REPORT' | 'SEARCH' | 'SOURCE' | 'SUBSCRIBE' | 'UNBIND'
  | 'UNLINK' | 'UNLOCK' | 'UNSUBSCRIBE'

// `'GET /books'` → `'GET'`
export type MethodOf<Target extends string> = Target extends `${infer Method} /${string}` ? Method : ''

// `'GET /books'` → `'/books'`
export type PathOf<Target extends string> = Target extends `${string} /${infer Path}` ? `/${Path}` : string

/** The input of a call: the parameters of the path, and `query`, `headers` and `body` as declared. */
export type EndpointInput<Target, Schemas = Nothing> =
  Target extends Endpoint<string, infer Path, infer Params, infer Query, infer Headers, infer Body, unknown>
    ? Field<'params', Params extends Omitted ? PathParams<Path> : PartIn<Params, Schemas>> &
        (Query extends Omitted ? UndeclaredPart<'query'> : Field<'query', PartIn<Query, Schemas>>) &
        (Headers extends Omitted
          ? UndeclaredPart<'headers'>
          : Field<'headers', PartIn<Headers, Schemas> & Record<string, unknown>>) &
        (Body extends Omitted ? UndeclaredPart<'body'> : BodyField<PartIn<Body, Schemas>>)
    : never

/** `query`, `headers` or `body` of a call, if the endpoint has no schema for this part. */
export type UndeclaredPart<Part extends string> = {
  [_ in Part]?: Part extends 'body' ? unknown : Record<string, string | string[]>
}

// The app on which `inject` is called may lack a shared schema of the endpoint. A `$ref` to such a schema has values of the type `unknown`.
type PartIn<Schema, Schemas> = Schema extends TSchema
  ? InferIn<Schema, Schemas>
  : Schema extends { readonly $ref: infer Ref extends string }
    ? InferIn<TRef<Ref>, Schemas>
    : Schema extends Fields
      ? InferShorthandIn<Schema, Schemas>
      : unknown

export type PartOut<Schema, Schemas, Provider> = Provider extends TypeProvider
  ? Exclude<Validated<Provider, Schema>, undefined>
  : Schema extends TSchema
    ? Infer<Schema, Schemas>
    : Schema extends { readonly $ref: infer Ref extends string }
      ? Infer<TRef<Ref>, Schemas>
      : Schema extends Fields
        ? InferShorthand<Schema, Schemas>
        : unknown

type Field<Name extends string, Value> =
  Record<never, never> extends Value ? { [_ in Name]?: Value } : { [_ in Name]: Value }

// A missing body is validated as null, so a body that admits null is optional.
type BodyField<Value> = null extends Value ? { body?: Value } : Field<'body', Value>

export type WithoutInput<Target, Schemas> = [RequiredName<EndpointInput<Target, Schemas>>] extends [never]
  ? Target
  : Refusal<MissingInput<Target, RequiredName<EndpointInput<Target, Schemas>> & string>>

type MissingInput<Target, Part extends string> =
  Target extends Endpoint<infer Method, infer Path, unknown, unknown, unknown, unknown, unknown>
    ? `${Method} ${Path} needs ${Part}: inject(endpoint, { ${Part} })`
    : never

/** The response of an injected endpoint: a union that is discriminated by `statusCode`. `Schemas` are the shared schemas for `$ref`. */
export type EndpointResponse<Target, Schemas = Nothing, Provider = SchemaProvider> =
  Target extends Endpoint<string, string, unknown, unknown, unknown, unknown, infer Responses>
    ? Responses extends AnyResponse
      ? InjectResponse
      : AnswerOf<Responses, keyof Responses, Schemas, Provider> | AnswerWith<FreeStatusOf<Responses>, unknown>
    : never

// One union member for each entry of the response map. A class such as `2xx` is one entry, although it has many statuses.
type AnswerOf<Responses, Key extends keyof Responses, Schemas, Provider> = Key extends unknown
  ? AnswerWith<StatusAt<Responses, Key>, EntryOut<Responses[Key], Schemas, Provider>>
  : never

type AnswerWith<Code extends number, Payload> = [Code] extends [never]
  ? never
  : EndpointAnswer<Code, [Code] extends [BodilessStatus] ? never : Payload>

/** An answer whose status is `Code`. */
export interface EndpointAnswer<Code extends number, Payload> extends Omit<InjectResponse, 'statusCode' | 'json'> {
  readonly statusCode: Code
  /** Parses the body. Throws if the body is empty. */
  json(): Payload
}

/** A call of an endpoint in progress. */
export interface InjectedEndpoint<Answer extends Omit<InjectResponse, 'json'>> extends Promise<Answer> {
  /**
   * Resolves with the body of the answer. @throws AnswerError of `espalier/client`, ESP_ERR_STATUS_UNEXPECTED, when the answer has another status.
   */
  expect<Code extends Answer['statusCode']>(status: Code): Promise<InjectedBody<Answer, Code>>
}

type InjectedBody<Answer, Code> = Answer extends { readonly statusCode: infer Status; json(): infer Payload }
  ? Code extends Status
    ? [Payload] extends [never]
      ? undefined
      : Payload
    : never
  : never

export type EntryOut<Entry, Schemas = Nothing, Provider = SchemaProvider> = Entry extends {
  readonly content: infer Content
}
  ? [Extract<keyof Content, MediaRange>] extends [never]
    ? PartOut<Entry, Schemas, Provider>
    : {
        [Key in keyof Content]: Content[Key] extends { readonly schema: infer Schema }
          ? PartOut<Schema, Schemas, Provider>
          : never
      }[keyof Content]
  : PartOut<Entry, Schemas, Provider>
