// The options and results of `espalier/openapi`. At run time: src/openapi/document.ts.

/** The supported versions of OpenAPI. */
export type OpenApiVersion = '3.1' | '3.2'

/** The `info` of a document: `title` and `version` are the application's. */
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

/** A link to more documentation. */
export interface OpenApiExternalDocs {
  readonly url: string
  readonly description?: string
  readonly [extension: `x-${string}`]: unknown
}

/** An address of the application. */
export interface OpenApiServer {
  readonly url: string
  /** The name of the server, of OpenAPI 3.2. */
  readonly name?: string
  readonly description?: string
  readonly variables?: Readonly<Record<string, object>>
  readonly [extension: `x-${string}`]: unknown
}

/** A tag of operations and its description. */
export interface OpenApiTag {
  readonly name: string
  readonly summary?: string
  readonly description?: string
  readonly externalDocs?: OpenApiExternalDocs
  /** The parent tag, by name, in OpenAPI 3.2. */
  readonly parent?: string
  /** The use of the tag, such as `'nav'`. A member of OpenAPI 3.2. */
  readonly kind?: string
  readonly [extension: `x-${string}`]: unknown
}

/** How requests authenticate, as in OpenAPI. */
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

/** Schemes that are required together, by name, each with its scopes; `{}` requires none. */
export type OpenApiSecurity = Readonly<Record<string, readonly string[]>>

/** The parts of a document that no route declares. */
export interface OpenApiOptions {
  readonly info: OpenApiInfo
  /** Default: `'3.1'`, which all viewers support. */
  readonly version?: OpenApiVersion
  /** Default: the server of the document. */
  readonly servers?: readonly OpenApiServer[]
  /** Tags with descriptions, in the order in which they are shown; others follow by name. */
  readonly tags?: readonly OpenApiTag[]
  /** Schemes that the `security` of routes or `routeDefaults` names. Those of guards are included automatically. */
  readonly securitySchemes?: Readonly<Record<string, OpenApiSecurityScheme>>
  readonly externalDocs?: OpenApiExternalDocs
  /**
   * Changes the finished document, for parts that no route declares, and returns it. `leaveOut` takes a sentence for
   * `onLeftOut`. `mergePatch(changes)` of `@espalier/openapi-import/patch` makes such a function from a merge patch, which cannot break the document.
   */
  readonly patch?: (document: OpenApiDocument, leaveOut: (sentence: string) => void) => OpenApiDocument
  /** Called with a sentence for each omitted part: a method that the version lacks, or a part that `patch` leaves out. */
  readonly onLeftOut?: (sentence: string) => void
}

/** The description of a guard for documents. */
export interface GuardDescription {
  /** How requests authenticate, by name. */
  readonly schemes?: Readonly<Record<string, OpenApiSecurityScheme>>
  /** Alternatives of these, one of which is required. Default: all together. */
  readonly security?: readonly OpenApiSecurity[]
  /** The statuses of the errors that it throws, such as `[401, 403]`. */
  readonly errors?: readonly number[]
  /** The responses that it sends itself, by status. */
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
