// The answer of `app.explain`.

/** A request to explain. */
export interface RequestToExplain {
  /** Default: `GET`. */
  method?: string
  /** The path, and a query where there is one: `/books/7`. */
  path: string
  /** Fields of the request that constraints read, such as `host` and `accept-version`. */
  headers?: Readonly<Record<string, string>>
}

/** A line of the program. */
export interface SourcePlace {
  /** An address such as `file:///app/main.ts`, or a path where the file is CommonJS. */
  readonly file: string
  /** From 1. */
  readonly line: number
  /** From 1. */
  readonly column: number
}

/** Something that was declared, and where. */
export interface ExplainedDeclaration {
  readonly name: string
  /** The context that it was declared in, or for a route's own the route's context. */
  readonly context: string
  /** `null` in a bundle, where no line tells whose it is. */
  readonly place: SourcePlace | null
}

/** One context on the way from the root to a route. */
export interface ExplainedContext extends ExplainedDeclaration {
  readonly prefix: string
  /** Names of the decorators that it declares. */
  readonly app: readonly string[]
  readonly request: readonly string[]
  readonly reply: readonly string[]
  /** The ids of the schemas that it adds. */
  readonly schemas: readonly string[]
}

/** The stages of a request, in their order. */
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

/** Something that can run for the request. */
export interface ExplainedStep extends ExplainedDeclaration {
  readonly stage: ExplainedStage
  readonly kind: 'hook' | 'guard' | 'derive' | 'parser' | 'validator' | 'handler' | 'error handler' | 'serializer'
  /** The condition, such as `a body of application/json`; `null` where it always runs, unless a step before it answers or fails. */
  readonly when: string | null
  /**
   * The members that it gives requests; `unknown` for a plain hook. A guard or `derive` whose text does not name them has those that it gave so far,
   * and `not seen yet` before its first.
   */
  readonly adds: readonly string[] | 'unknown' | 'not seen yet'
  /** The statuses that it documents; `unknown` where it documents none. */
  readonly answers: readonly number[] | 'unknown'
}

/** A bound on a request. */
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
  /** `null` where nothing bounds. */
  readonly value: number | null
  readonly unit: 'bytes' | 'characters' | 'milliseconds'
  /** The options that set it; `server` for a value of Node's server, which `app.server` may change. */
  readonly from: 'route' | 'parser' | 'app' | 'server'
  /** The condition, such as `over HTTP/1`; `null` where it always holds. */
  readonly when: string | null
  /** The status of the error of a request over the bound; `null` where its connection ends, or a function of the options answers. */
  readonly status: number | null
}

/** A reason why Node's server reads every request. */
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
  /** `boot` where it holds as long as the app; `run time` where it holds now, and each connection looks again. */
  readonly decided: 'boot' | 'run time'
  /** A sentence with the reason. */
  readonly why: string
}

/** A function of the route for which an exchange of the lane gets Node's objects. */
export interface ObjectUse extends ExplainedDeclaration {
  readonly stage: ExplainedStage
  readonly asks: 'the body as a stream' | 'the timeout of the socket' | 'request.raw or reply.raw'
  /** `declaration` where each exchange that meets it gets them; `text` where the text of the function names them, and may not come to that. */
  readonly by: 'declaration' | 'text'
  readonly when: string | null
}

/** The reader of the requests of an app. */
export interface ExplainedExchange {
  /** `lane` where ordinary requests of HTTP/1.1 are read without Node's objects, `node` where Node's server reads each, `fetch` where there is no server. */
  readonly reader: 'lane' | 'node' | 'fetch'
  /** Empty where the lane reads. */
  readonly obstacles: readonly LaneObstacle[]
  /** Functions of the route that make an exchange of the lane slower; of those that they call nothing is known before a request. */
  readonly objects: readonly ObjectUse[]
}

/** Something that exists in the application and does not concern the request. */
export interface Absence extends ExplainedDeclaration {
  readonly kind: 'plugin' | 'hook' | 'guard' | 'derive' | 'error handler' | 'decorator' | 'schema' | 'parser'
  /** A sentence with the reason. */
  readonly why: string
  /** The context that would bring it, were it declared there; `null` where it is there already, and too late. */
  readonly into: string | null
  /** A sentence with the change that would bring it. */
  readonly change: string
  /** The other routes which that change would reach: `GET /books/:id`. */
  readonly touches: readonly string[]
}

/** The way of a request through an application. */
export interface Explanation {
  readonly method: string
  readonly path: string
  /** The answer is a route's, or the not-found handler's, for one of three reasons. */
  readonly found: 'route' | 'nothing' | 'bad url' | 'long parameter'
  /** The route; `null` where none matches. */
  readonly route: (ExplainedDeclaration & { readonly methods: readonly string[]; readonly url: string }) | null
  /** Where no route matches, at most three that are near: `GET /books/:id`. */
  readonly nearest: readonly string[]
  readonly params: Readonly<Record<string, string | undefined>>
  /** From the root to the context of the route. */
  readonly contexts: readonly ExplainedContext[]
  /** In the order in which a request meets them. */
  readonly limits: readonly ExplainedLimit[]
  readonly exchange: ExplainedExchange
  /**
   * In the order in which they run. Where something throws, the run goes on at the first of `onError`. Those of `onTimeout` and `onRequestAbort` run
   * when their condition comes, while others wait.
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
  /** The place of its context in the list of the app. */
  readonly node: number
  /** Names of the security schemes that its schema and its documented hooks ask for. */
  readonly security: readonly string[]
  /** As in `Explanation`. */
  readonly limits: readonly ExplainedLimit[]
  readonly exchange: ExplainedExchange
  /** As in `Explanation`. */
  readonly steps: readonly ExplainedStep[]
}

/** A context in the tree of an application. */
export interface ExplainedNode extends ExplainedContext {
  /** The place of the context above it in the list of the app; `null` for the root. */
  readonly parent: number | null
}

/** All contexts and routes of an application. */
export interface ExplainedApp {
  /** Those above come first. */
  readonly contexts: readonly ExplainedNode[]
  /** In the order of their declaration. The HEAD route that comes with a GET route is not listed. */
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
   * Explains a request without running it: the contexts and all that can run for it in order, and what the application declares elsewhere, with
   * reasons. Boots the app first.
   *
   * @throws what `ready` throws; ESP_ERR_ARGUMENT_INVALID when the path is no text
   * @example
   * const { steps } = await app.explain({ method: 'GET', path: '/books/7' })
   * assert.ok(steps.some(({ name }) => name === 'requireUser'))
   */
  explain(request: RequestToExplain): Promise<Explanation>
}
