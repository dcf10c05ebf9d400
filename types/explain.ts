// What `app.explain` returns.

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
  /** The members that it gave requests so far; `unknown` for a plain hook. */
  readonly adds: readonly string[] | 'unknown'
  /** The statuses that it documents; `unknown` where it documents none. */
  readonly answers: readonly number[] | 'unknown'
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

/** What an application does with a request. */
export interface Explanation {
  readonly method: string
  readonly path: string
  /** What answers: a route, or the not-found handler for one of three reasons. */
  readonly found: 'route' | 'nothing' | 'bad url' | 'long parameter'
  /** The route; `null` where none matches. */
  readonly route: (ExplainedDeclaration & { readonly methods: readonly string[]; readonly url: string }) | null
  readonly params: Readonly<Record<string, string | undefined>>
  /** From the root to the context of the route. */
  readonly contexts: readonly ExplainedContext[]
  /** In the order in which they run. Those of `onError` and behind it run where something throws. */
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
