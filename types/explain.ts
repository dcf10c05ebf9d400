// The result of `app.explain`.

/** A request to explain. */
export interface RequestToExplain {
  /** Default: `GET`. */
  method?: string
  /** The path, optionally with a query: `/books/7`. */
  path: string
  /** Request headers that constraints read, such as `host` and `accept-version`. */
  headers?: Readonly<Record<string, string>>
}

/** A position in the program. */
export interface SourcePlace {
  /** A URL such as `file:///app/main.ts`, or a path if the file is CommonJS. */
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  /** Counted from 1. */
  readonly column: number
}

/** A declaration and its location. */
export interface ExplainedDeclaration {
  readonly name: string
  /** The context that declared it; for a route's own options the route's context. */
  readonly context: string
  /** `null` in a bundle, where lines cannot be attributed. */
  readonly place: SourcePlace | null
}

/** One context on the path from the root to a route. */
export interface ExplainedContext extends ExplainedDeclaration {
  readonly prefix: string
  /** Names of the decorators that it declares. */
  readonly app: readonly string[]
  readonly request: readonly string[]
  readonly reply: readonly string[]
  /** The ids of the schemas that it adds. */
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
  /** The condition, such as `a body of application/json`; `null` if it always runs, unless an earlier step sends or fails. */
  readonly when: string | null
  /**
   * The members that it adds to requests; `unknown` for a plain hook. For a guard or `derive` whose source does not show them, those added so far, or
   * `not seen yet`.
   */
  readonly adds: readonly string[] | 'unknown' | 'not seen yet'
  /** The documented statuses; `unknown` without any. */
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
  /** The options that set it; `server` for a value of Node's server, which `app.server` may change. */
  readonly from: 'route' | 'parser' | 'app' | 'server'
  /** The condition, such as `over HTTP/1`; `null` if it always applies. */
  readonly when: string | null
  /** The status of a request over the limit; `null` if its connection ends, or a function of the options answers. */
  readonly status: number | null
}

/** A reason why Node's parser reads every request. */
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
  /** `boot` if it applies for the life of the app; `run time` if it may change between connections. */
  readonly decided: 'boot' | 'run time'
  /** The reason, as a sentence. */
  readonly why: string
}

/** A function of the route that needs Node's objects. */
export interface ObjectUse extends ExplainedDeclaration {
  readonly stage: ExplainedStage
  readonly asks: 'the body as a stream' | 'the timeout of the socket' | 'request.raw or reply.raw'
  /** `declaration` if it always needs them; `text` if its source mentions them, possibly in a branch that never runs. */
  readonly by: 'declaration' | 'text'
  readonly when: string | null
}

/** How the requests of an app are read. */
export interface ExplainedExchange {
  /** `lane` if ordinary requests of HTTP/1.1 are read without Node's objects, `node` if Node's parser reads all, `fetch` without a server. */
  readonly reader: 'lane' | 'node' | 'fetch'
  /** Empty for `lane`. */
  readonly obstacles: readonly LaneObstacle[]
  /** Functions of the route that make its requests slower in the lane. Functions that they call are not analysed. */
  readonly objects: readonly ObjectUse[]
}

/** A declaration that does not apply to the request. */
export interface Absence extends ExplainedDeclaration {
  readonly kind: 'plugin' | 'hook' | 'guard' | 'derive' | 'error handler' | 'decorator' | 'schema' | 'parser'
  /** The reason, as a sentence. */
  readonly why: string
  /** The context in which it would apply, if declared there; `null` if it is there already, but too late. */
  readonly into: string | null
  /** The change that would make it apply, as a sentence. */
  readonly change: string
  /** The other routes that the change would affect: `GET /books/:id`. */
  readonly touches: readonly string[]
}

/** How an application handles a request. */
export interface Explanation {
  readonly method: string
  readonly path: string
  /** Whether a route matches; otherwise why the not-found handler responds. */
  readonly found: 'route' | 'nothing' | 'bad url' | 'long parameter'
  /** The route; `null` without a match. */
  readonly route: (ExplainedDeclaration & { readonly methods: readonly string[]; readonly url: string }) | null
  /** Without a match, at most three similar routes: `GET /books/:id`. */
  readonly nearest: readonly string[]
  readonly params: Readonly<Record<string, string | undefined>>
  /** From the root to the context of the route. */
  readonly contexts: readonly ExplainedContext[]
  /** In the order in which they apply. */
  readonly limits: readonly ExplainedLimit[]
  readonly exchange: ExplainedExchange
  /**
   * In the order in which they run. After an error the first `onError` is next. `onTimeout` and `onRequestAbort` run when their event occurs,
   * concurrently with others.
   */
  readonly steps: readonly ExplainedStep[]
  readonly absent: readonly Absence[]
}

/** A route, and all that can run for its requests. */
export interface ExplainedRoute extends ExplainedDeclaration {
  readonly methods: readonly string[]
  readonly url: string
  /** Further conditions as texts, such as `{ version: '2.x' }`. */
  readonly constraints: Readonly<Record<string, string>>
  /** Names of the contexts from the root to its own. */
  readonly contexts: readonly string[]
  /** The index of its context in the list of the app. */
  readonly node: number
  /** Names of the security schemes that its schema and its documented hooks require. */
  readonly security: readonly string[]
  /** As in `Explanation`. */
  readonly limits: readonly ExplainedLimit[]
  readonly exchange: ExplainedExchange
  /** As in `Explanation`. */
  readonly steps: readonly ExplainedStep[]
}

/** A context in the tree of an application. */
export interface ExplainedNode extends ExplainedContext {
  /** The index of the parent context in the list of the app; `null` for the root. */
  readonly parent: number | null
}

/** All contexts and routes of an application. */
export interface ExplainedApp {
  /** Parents come first. */
  readonly contexts: readonly ExplainedNode[]
  /** In the order of declaration. HEAD routes of GET routes are not listed. */
  readonly routes: readonly ExplainedRoute[]
}

/** The member of an app that explains requests. */
export interface Explaining {
  /**
   * Lists the routes, each with all that can run for its requests. Boots the app first.
   *
   * @throws what `ready` throws
   * @example
   * const { routes } = await app.explain()
   * const open = routes.filter(({ steps }) => steps.every(({ kind }) => kind !== 'guard'))
   */
  explain(): Promise<ExplainedApp>
  /**
   * Explains a request without running it: the contexts, all that can run for it in order, and the declarations that do not apply, with reasons. Boots
   * the app first.
   *
   * @throws what `ready` throws; ESP_ERR_ARGUMENT_INVALID when the path is not a string
   * @example
   * const { steps } = await app.explain({ method: 'GET', path: '/books/7' })
   * assert.ok(steps.some(({ name }) => name === 'requireUser'))
   */
  explain(request: RequestToExplain): Promise<Explanation>
}
