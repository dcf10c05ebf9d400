/**
 * A request to explain.
 *
 * @example
 * app.get('/books/:id', { constraints: { version: '2.0.0' } }, () => 'ok')
 * const { route } = await app.explain({ method: 'GET', path: '/books/7', headers: { 'accept-version': '2.x' } })
 * route.url // '/books/:id'
 */
export interface RequestToExplain {
  /** Default: `GET`. */
  method?: string
  /** The path, optionally with a query: `/books/7`. */
  path: string
  /** Request headers that constraints read, such as `host` and `accept-version`. */
  headers?: Readonly<Record<string, string>>
}

/** A position in a source file. */
export interface SourcePlace {
  /** A URL such as `file:///app/main.ts`, or a path if the file is CommonJS. */
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  /** Counted from 1. */
  readonly column: number
}

/** A route, hook, plugin or other declaration, with its location in the source. */
export interface ExplainedDeclaration {
  readonly name: string
  /** The name of the declaring context. For an option of a route, such as a hook, it is the context of the route. */
  readonly context: string
  /** `null` in a bundle, whose line numbers do not match the source files. */
  readonly place: SourcePlace | null
}

/** One context on the path from the root to a route. */
export interface ExplainedContext extends ExplainedDeclaration {
  readonly prefix: string
  /** Names of the decorators that the context declares. */
  readonly app: readonly string[]
  readonly request: readonly string[]
  readonly reply: readonly string[]
  /** The ids of the schemas that the context adds. */
  readonly schemas: readonly string[]
}

/** The stages of a request, in order. */
export type ExplainedStage =
  | 'onRequest'
  | 'preParsing'
  | 'parse'
  | 'preValidation'
  | 'validate'
  | 'preHandler'
  | 'handler'
  | 'onError'
  | 'error handler'
  | 'preSerialization'
  | 'serialize'
  | 'onSend'
  | 'onResponse'
  | 'onTimeout'
  | 'onRequestAbort'

/** A function that can run for the request. */
export interface ExplainedStep extends ExplainedDeclaration {
  readonly stage: ExplainedStage
  readonly kind: 'hook' | 'guard' | 'derive' | 'parser' | 'validator' | 'handler' | 'error handler' | 'serializer'
  /** The condition of the step, such as `a body of application/json`; `null` without a condition. */
  readonly when: string | null
  /**
   * The members that the step adds to requests; `unknown` for a plain hook. For a guard or `derive`, the names come from its source text. If the
   * source text does not show them, the list has the members added so far, and `not seen yet` before the first call.
   */
  readonly adds: readonly string[] | 'unknown' | 'not seen yet'
  /** The statuses of the responses that the step documents for OpenAPI; `unknown` without documentation. */
  readonly answers: readonly number[] | 'unknown'
}

/** A limit for a request. */
export interface ExplainedLimit {
  readonly name:
    | 'maxHeaderSize'
    | 'headersTimeout'
    | 'requestTimeout'
    | 'connectionTimeout'
    | 'maxParamLength'
    | 'bodyLimit'
    | 'handlerTimeout'
    | 'answerTimeout'
  /** `null` without a limit. */
  readonly value: number | null
  readonly unit: 'bytes' | 'characters' | 'milliseconds'
  /** The options that contain the limit; `server` for a property of Node's server, which the application may change. */
  readonly from: 'route' | 'parser' | 'app' | 'server'
  /** The condition of the limit, such as `over HTTP/1`; `null` without a condition. */
  readonly when: string | null
  /**
   * The status of the response to a request over the limit. `null` if the connection is closed, or if a function among the app's options responds.
   */
  readonly status: number | null
}

/** A reason why Node's HTTP parser is used in place of espalier's faster HTTP/1 parser. */
export interface LaneObstacle {
  readonly cause:
    | 'exchange'
    | 'serverFactory'
    | 'http2'
    | 'classes'
    | 'uniqueHeaders'
    | 'runtime'
    | 'watched'
    | 'listened to'
    | 'settings'
  /** `boot` if the reason applies for the life of the app; `run time` if it may change between connections. */
  readonly decided: 'boot' | 'run time'
  /** The reason, as a sentence. */
  readonly why: string
}

/** A function of the route that needs Node's request or response object. */
export interface ObjectUse extends ExplainedDeclaration {
  readonly stage: ExplainedStage
  readonly asks: 'the body as a stream' | 'the timeout of the socket' | 'request.raw or reply.raw'
  /** `declaration` if the function always needs the objects; `text` if its source mentions them, possibly in a branch that never runs. */
  readonly by: 'declaration' | 'text'
  readonly when: string | null
}

/** Which HTTP parser reads the requests of an app. */
export interface ExplainedExchange {
  /** `lane` if espalier's parser reads ordinary requests of HTTP/1.1, `node` if Node's parser reads all requests, `fetch` without a server. */
  readonly reader: 'lane' | 'node' | 'fetch'
  /** Reasons for a `reader` other than `lane`. */
  readonly obstacles: readonly LaneObstacle[]
  /**
   * Functions of the route that need Node's request or response object, which takes time to make if the reader is `lane`. Functions called by these
   * functions are not analysed.
   */
  readonly objects: readonly ObjectUse[]
}

/** A hook, plugin or other declaration that does not apply to the request. */
export interface Absence extends ExplainedDeclaration {
  readonly kind: 'plugin' | 'hook' | 'guard' | 'derive' | 'error handler' | 'decorator' | 'schema' | 'parser'
  /** The reason, as a sentence. */
  readonly why: string
  /** The context in which the declaration would apply; `null` if the context is right, but the declaration came too late. */
  readonly into: string | null
  /** The change that would make the declaration apply, as a sentence. */
  readonly change: string
  /** The other routes that the change would affect: `GET /books/:id`. */
  readonly touches: readonly string[]
}

/** How an application handles a request. */
export interface Explanation {
  readonly method: string
  readonly path: string
  /** `route` if a route matches; otherwise the reason why the not-found handler responds. */
  readonly found: 'route' | 'nothing' | 'bad url' | 'long parameter'
  /** The route; `null` without a match. */
  readonly route: (ExplainedDeclaration & { readonly methods: readonly string[]; readonly url: string }) | null
  /** Without a match, at most three similar routes: `GET /books/:id`. */
  readonly nearest: readonly string[]
  readonly params: Readonly<Record<string, string | undefined>>
  /** From the root to the context of the route. */
  readonly contexts: readonly ExplainedContext[]
  /** The limits in the order in which they apply. */
  readonly limits: readonly ExplainedLimit[]
  readonly exchange: ExplainedExchange
  /**
   * The functions in the order in which they run. After an error, the first `onError` hook is next. `onTimeout` and `onRequestAbort` run when the
   * socket times out or the client disconnects, also during other steps.
   */
  readonly steps: readonly ExplainedStep[]
  readonly absent: readonly Absence[]
}

/** A route, and all functions that can run for its requests. */
export interface ExplainedRoute extends ExplainedDeclaration {
  readonly methods: readonly string[]
  readonly url: string
  /** Further conditions, such as `{ version: '2.x' }`. */
  readonly constraints: Readonly<Record<string, string>>
  /** Names of the contexts from the root to the route's context. */
  readonly contexts: readonly string[]
  /** The index of the route's context in `contexts` of the app. */
  readonly node: number
  /** Names of the security schemes that the route's schema and documented hooks require. */
  readonly security: readonly string[]
  /** The limits in the order in which they apply. */
  readonly limits: readonly ExplainedLimit[]
  readonly exchange: ExplainedExchange
  /** The functions in the order in which they run. */
  readonly steps: readonly ExplainedStep[]
}

/** A context in the tree of an application. */
export interface ExplainedNode extends ExplainedContext {
  /** The index of the parent context in `contexts` of the app; `null` for the root. */
  readonly parent: number | null
}

/** All contexts and routes of an application. */
export interface ExplainedApp {
  /** Parents come first. */
  readonly contexts: readonly ExplainedNode[]
  /** In the order of declaration. HEAD routes of GET routes are not listed. */
  readonly routes: readonly ExplainedRoute[]
}

/** The method `app.explain`. */
export interface Explaining {
  /**
   * Lists the routes, each with all functions that can run for its requests. Boots the app first.
   *
   * @throws what `ready` throws
   * @example
   * const { routes } = await app.get('/', () => 'ok').explain()
   * routes.map(({ url, methods }) => [url, ...methods]) // [ [ '/', 'GET' ] ]
   */
  explain(): Promise<ExplainedApp>
  /**
   * Explains a request without running it: the contexts, all functions that can run in order, and the declarations that do not apply, with reasons.
   * Boots the app first.
   *
   * @throws what `ready` throws; ESP_ERR_ARGUMENT_INVALID when the path is not a string
   * @example
   * app.get('/books/:id', { constraints: { version: '2.0.0' } }, () => 'ok')
   * const { route } = await app.explain({ method: 'GET', path: '/books/7', headers: { 'accept-version': '2.x' } })
   * route.url // '/books/:id'
   */
  explain(request: RequestToExplain): Promise<Explanation>
}
