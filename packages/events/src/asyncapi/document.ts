/** The types of an AsyncAPI 3.0 document, as far as `createAsyncApi` uses them. */

export interface Reference {
  readonly $ref: string
}

export interface AsyncApiInfo {
  readonly title: string
  readonly version: string
  readonly description?: string
}

export interface AsyncApiServer {
  /** The host without a protocol: `api.example.com`, `redis:6379`. */
  readonly host: string
  /** For example `https`, `redis` or `postgres`. */
  readonly protocol: string
  readonly pathname?: string
  readonly description?: string
}

export interface AsyncApiParameter {
  readonly description?: string
  readonly enum?: readonly string[]
}

export interface AsyncApiChannel {
  /** The name of a topic or the path of a route, with parameters in braces: `tickets/{org}`. */
  readonly address: string
  readonly description: string
  readonly parameters?: Readonly<Record<string, AsyncApiParameter>>
  readonly servers?: readonly Reference[]
  readonly messages: Readonly<Record<string, Reference>>
  /** The `version` option of the topic. */
  readonly 'x-version'?: number
}

export interface AsyncApiOperation {
  readonly action: 'send' | 'receive'
  readonly channel: Reference
  readonly summary: string
  readonly messages: readonly Reference[]
  readonly bindings?: { readonly http: { readonly method: string; readonly bindingVersion: '0.3.0' } }
}

export interface AsyncApiMessage {
  readonly name: string
  readonly summary?: string
  readonly contentType: 'application/json'
  readonly payload: Reference
  readonly bindings?: object
}

export interface AsyncApiDocument {
  readonly asyncapi: '3.0.0'
  readonly info: AsyncApiInfo
  readonly defaultContentType: 'application/json'
  readonly servers?: Readonly<Record<string, AsyncApiServer>>
  readonly channels: Readonly<Record<string, AsyncApiChannel>>
  readonly operations: Readonly<Record<string, AsyncApiOperation>>
  readonly components: {
    readonly messages: Readonly<Record<string, AsyncApiMessage>>
    readonly schemas: Readonly<Record<string, unknown>>
  }
}
