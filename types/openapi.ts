// The options and results of `espalier/openapi`. Twin: src/openapi/document.ts.

/** The versions of OpenAPI that documents are written in. */
export type OpenApiVersion = '3.1' | '3.2'

/** The head of a document: `title` and `version` are those of the application. */
export interface OpenApiInfo {
  readonly title: string
  readonly version: string
  readonly summary?: string
  readonly description?: string
  readonly termsOfService?: string
  readonly contact?: {
    readonly name?: string
    readonly url?: string
    readonly email?: string
    readonly [extension: `x-${string}`]: unknown
  }
  readonly license?: {
    readonly name: string
    readonly identifier?: string
    readonly url?: string
    readonly [extension: `x-${string}`]: unknown
  }
  readonly [extension: `x-${string}`]: unknown
}

/** Where more is written. */
export interface OpenApiExternalDocs {
  readonly url: string
  readonly description?: string
  readonly [extension: `x-${string}`]: unknown
}

/** Where the application is reached. */
export interface OpenApiServer {
  readonly url: string
  /** The name of the server, of OpenAPI 3.2. */
  readonly name?: string
  readonly description?: string
  readonly variables?: Readonly<Record<string, object>>
  readonly [extension: `x-${string}`]: unknown
}

/** A tag of operations, with what there is to say of it. */
export interface OpenApiTag {
  readonly name: string
  readonly summary?: string
  readonly description?: string
  readonly externalDocs?: OpenApiExternalDocs
  /** The tag around this one, by name, of OpenAPI 3.2. */
  readonly parent?: string
  /** The use of the tag, such as `'nav'`. A member of OpenAPI 3.2. */
  readonly kind?: string
  readonly [extension: `x-${string}`]: unknown
}

/** How requests say who sends them, as OpenAPI writes it. */
export type OpenApiSecurityScheme = { readonly [extension: `x-${string}`]: unknown } & (
  | { readonly type: 'http'; readonly scheme: string; readonly bearerFormat?: string; readonly description?: string }
  | {
      readonly type: 'apiKey'
      readonly in: 'header' | 'query' | 'cookie'
      readonly name: string
      readonly description?: string
    }
  | { readonly type: 'oauth2'; readonly flows: object; readonly description?: string }
  | { readonly type: 'openIdConnect'; readonly openIdConnectUrl: string; readonly description?: string }
  | { readonly type: 'mutualTLS'; readonly description?: string }
)

/** Schemes that are asked for together, by name, each with its scopes; `{}` asks for none. */
export type OpenApiSecurity = Readonly<Record<string, readonly string[]>>

/** The parts of a document that no route declares. */
export interface OpenApiOptions {
  readonly info: OpenApiInfo
  /** Default: `'3.1'`, which all readers know. */
  readonly version?: OpenApiVersion
  /** Default: where the document comes from. */
  readonly servers?: readonly OpenApiServer[]
  /** Tags with descriptions, in the order in which they are shown; others follow by name. */
  readonly tags?: readonly OpenApiTag[]
  /** Schemes that the `security` of a route or of `routeDefaults` names. Those of guards are there by themselves. */
  readonly securitySchemes?: Readonly<Record<string, OpenApiSecurityScheme>>
  readonly externalDocs?: OpenApiExternalDocs
  /**
   * A merge patch (RFC 7396) for the parts that no route declares, in the shape of the document. It is applied to the document last. `undefined`
   * removes a member. Parameters have the key of their place and name, such as `'query limit'`; items of other lists have their index.
   *
   * Operations, parameters, bodies, answers, media types and fields that the application has not are left out. So are parts that OpenAPI does not
   * allow, such as a parameter without a schema. `onLeftOut` is called for each.
   *
   * @throws ESP_ERR_ARGUMENT_INVALID when a value has another type than OpenAPI has in its place
   */
  readonly patch?: Readonly<Record<string, unknown>>
  /** Called with a sentence for each thing that the document leaves out: a method that its version does not know, or a part of `patch`. */
  readonly onLeftOut?: (sentence: string) => void
}

/** A guard's part of documents. */
export interface GuardDescription {
  /** How requests say who sends them, by name. */
  readonly schemes?: Readonly<Record<string, OpenApiSecurityScheme>>
  /** Which of these it takes: one entry is enough. Default: all together. */
  readonly security?: readonly OpenApiSecurity[]
  /** The statuses of the errors that it throws, such as `[401, 403]`. */
  readonly errors?: readonly number[]
  /** The answers that it sends itself, by status. */
  readonly response?: Readonly<Record<number, object>>
}

/** An OpenAPI document, ready for `JSON.stringify`. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: OpenApiInfo
  readonly servers: readonly OpenApiServer[]
  readonly security: readonly OpenApiSecurity[]
  readonly tags?: readonly OpenApiTag[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components?: {
    readonly schemas?: Readonly<Record<string, unknown>>
    readonly securitySchemes?: Readonly<Record<string, OpenApiSecurityScheme>>
  }
  readonly externalDocs?: OpenApiExternalDocs
}
