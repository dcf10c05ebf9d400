// The options and results of `espalier/openapi`. Implementation: src/openapi/document.ts.

/** The supported versions of OpenAPI. */
export type OpenApiVersion = '3.1' | '3.2'

/** The `info` of a document. `title` and `version` describe the application. */
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
  /** The server's name, since OpenAPI 3.2. */
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
  /** The use of the tag, such as `'nav'`, since OpenAPI 3.2. */
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

/**
 * Options of `openapi`: the parts of a document that no route declares.
 *
 * @example
 * const securitySchemes = { key: { type: 'apiKey', in: 'header', name: 'x-key' } }
 * const texts = { servers: [{ url: 'https://a.example' }], tags: [{ name: 'books' }], externalDocs: { url: 'https://a.example' } }
 * await app.get('/', { schema: { security: [{ key: [] }] } }, () => 'ok').ready()
 * openapi(app, { info: { title: 'Books', version: '1' }, version: '3.2', ...texts, securitySchemes }).openapi // '3.2.0'
 * @example
 * const leftOut = []
 * const patch = (document, leaveOut) => [document, leaveOut('No callbacks.')][0]
 * await app.ready()
 * openapi(app, { info: { title: 'Books', version: '1' }, patch, onLeftOut: (sentence) => leftOut.push(sentence) })
 * leftOut // [ 'No callbacks.' ]
 */
export interface OpenApiOptions {
  readonly info: OpenApiInfo
  /** Default: `'3.1'`, which all viewers support. */
  readonly version?: OpenApiVersion
  /** Default: the server that serves the document. */
  readonly servers?: readonly OpenApiServer[]
  /** Tags with descriptions, in the order of display. Other tags follow by name. */
  readonly tags?: readonly OpenApiTag[]
  /** Security schemes that `security` of routes or of `routeDefaults` refers to. The schemes of guards are added automatically. */
  readonly securitySchemes?: Readonly<Record<string, OpenApiSecurityScheme>>
  readonly externalDocs?: OpenApiExternalDocs
  /**
   * Changes and returns the finished document, for parts that no route declares. `leaveOut` passes a sentence to `onLeftOut`. To make such a
   * function from a merge patch, use `mergePatch(changes)` of `@espalier/openapi-import/patch`. Changes that would make the document invalid are
   * left out.
   */
  readonly patch?: (document: OpenApiDocument, leaveOut: (sentence: string) => void) => OpenApiDocument
  /** Called with a sentence for each omitted part: a method that the version lacks, or a part that `patch` leaves out. */
  readonly onLeftOut?: (sentence: string) => void
}

/**
 * Describes a guard, which is a hook that may refuse requests, for OpenAPI documents.
 *
 * @example
 * const schemes = { key: { type: 'apiKey', in: 'header', name: 'x-key' } }
 * const said = { schemes, security: [{ key: [] }], errors: [401], response: { 403: { description: 'No' } } }
 * await app.get('/', { onRequest: documented(guard(() => ({})), said) }, () => 'ok').ready()
 * openapi(app, { info: { title: 'Books', version: '1' } }).paths['/'].get.responses[403].description // 'No'
 */
export interface GuardDescription {
  /** Security schemes by name: how requests authenticate. */
  readonly schemes?: Readonly<Record<string, OpenApiSecurityScheme>>
  /** Alternative requirements, of which a request must meet one. Default: all of `schemes` together. */
  readonly security?: readonly OpenApiSecurity[]
  /** The statuses of the errors that the guard throws, such as `[401, 403]`. */
  readonly errors?: readonly number[]
  /** The responses that the guard sends, by status. */
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
