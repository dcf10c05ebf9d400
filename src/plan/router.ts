/** The router finds the function that handles a request, by method, path and constraints. Only this file imports find-my-way. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { once } from '../base/once.ts'
import { assertSync } from '../error/assert-sync.ts'
import { errors, readOf, toReason } from '../error/error.ts'
import type { Transport } from '../http/transport.ts'
import { require } from '../require.ts'
import { type Callable, toCallable } from '../user-function.ts'
import { type ConstraintStrategy, guardStrategy, isAsync } from './constraint.ts'
import { withFunctions } from './interpreted-function.ts'

const { parse: parseQuerystring }: typeof import('fast-querystring') = require('fast-querystring')

export type Params = Record<string, string | undefined>

export type Enter<Store> = (transport: Transport, response: null, params: Params, store: Store, query: unknown) => void

/** `defaultRoute`, `onBadUrl` and `onMaxParamLength` of an application get Node's objects, as in Fastify. */
export type NodeMessages = [request: IncomingMessage, response: ServerResponse]
export type RawHandler = (path: string, ...messages: NodeMessages) => unknown

export type AppRouterOptions = Omit<RouterOptions, 'defaultRoute' | 'onBadUrl' | 'onMaxParamLength'> & {
  defaultRoute?: (...messages: NodeMessages) => unknown
  onBadUrl?: RawHandler
  onMaxParamLength?: RawHandler
}

export interface RouterOptions {
  ignoreTrailingSlash?: boolean
  ignoreDuplicateSlashes?: boolean
  maxParamLength?: number
  caseSensitive?: boolean
  allowUnsafeRegex?: boolean
  useSemicolonDelimiter?: boolean
  querystringParser?: (text: string) => unknown
  constraints?: Record<string, ConstraintStrategy>
  buildPrettyMeta?: (route: { store: unknown }) => Record<string, unknown>
  defaultRoute?: (transport: Transport) => unknown
  onBadUrl?: (path: string, transport: Transport) => unknown
  onMaxParamLength?: (path: string, transport: Transport) => unknown
  compile?: boolean
}

interface Found {
  readonly store: unknown
  readonly params: Params
  readonly searchParams: unknown
}

/** Routers and constraints read only these members of a request. */
export interface RoutedRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

export type Routed =
  | { readonly found: 'route'; readonly store: unknown; readonly params: Params }
  | { readonly found: 'nothing' | 'bad url' | 'long parameter' }

/** Callbacks for asynchronous constraints: `lookup` then passes its result to `finish`, in place of returning it. */
interface Later {
  fail(error: unknown, transport: Transport): void
  finish(result: unknown, transport: Transport): void
}

export interface Router {
  /** @throws FST_ERR_DUPLICATED_ROUTE when method, path and constraints exist already. */
  add<Store>(methods: readonly string[], url: string, constraints: object, enter: Enter<Store>, store: Store): void
  /** Adds a path for the methods of Node's parser. */
  addAll<Store>(url: string, enter: Enter<Store>, store: Store): void
  has(method: string, url: string, constraints: object | undefined): boolean
  find(method: string, url: string, constraints: object | undefined): Found | null
  /** Handles a request. Returns the result of the app's `defaultRoute`, `onBadUrl` or `onMaxParamLength` if one of them responded. */
  lookup(transport: Transport, later?: Later): unknown
  /** Finds the destination of a request without handling it. */
  trace(request: RoutedRequest): Promise<Routed>
  addConstraintStrategy(strategy: ConstraintStrategy): void
  hasConstraintStrategy(name: string): boolean
  print(options: object): string
  stores(): unknown[]
  /** With the option `compile`, generates the router's functions after the last route and not at the first request. */
  compile(): void
}

interface EngineRoute {
  readonly method: string
  readonly path: string
  readonly opts: object
  readonly store: unknown
}

/** Wider types than find-my-way declares: any string may be a method, and strategies of an app are not validated. */
interface Engine {
  on(methods: readonly string[], url: string, options: object, enter: Callable, store: unknown): void
  all(url: string, enter: Callable, store: unknown): void
  hasRoute(method: string, url: string, constraints: object | undefined): boolean
  find(method: string, url: string, constraints: object | undefined): Found | null
  lookup(transport: object, response: null, done?: (error: unknown, result?: unknown) => void): unknown
  addConstraintStrategy(strategy: ConstraintStrategy): void
  hasConstraintStrategy(name: string): boolean
  prettyPrint(options: object): string
  readonly routes: readonly EngineRoute[]
  compile(): void
}

const createFindMyWay = require('find-my-way') as (options: object) => Engine

function toRouteError(error: unknown, methods: readonly string[], url: string, constraints: object): unknown {
  const message = String(readOf(error, 'message'))
  const isTaken = methods.some((method) => message.includes(`Method '${method}' already declared for route`))
  if (isTaken) return new errors.FST_ERR_DUPLICATED_ROUTE(methods.join(), url)
  // An error of an app's constraint strategy stays unchanged. For an empty path, the message stays as in Fastify.
  if (url === '' || Object.keys(constraints).length > 0) return error
  const isRooted = url.startsWith('/') || url.startsWith('*')
  const reason = isRooted ? message : `a path begins with a slash. Write '/${url}'.`
  return new errors.ESP_ERR_ROUTE_PATH_INVALID(url, methods.join(), reason, { cause: error })
}

/** A second router with the same routes, whose `lookup` returns the destination of a request. */
function createTracer(given: object, routes: readonly EngineRoute[]): Engine {
  const stop = (found: Routed['found']) => () => ({ found })
  const stops = { defaultRoute: stop('nothing'), onBadUrl: stop('bad url'), onMaxParamLength: stop('long parameter') }
  const tracer = createFindMyWay({ ...given, ...stops })
  const enter = (_request: unknown, _response: unknown, params: unknown, store: unknown) => ({
    found: 'route',
    store,
    params
  })
  for (const { method, path, opts, store } of routes) tracer.on([method], path, opts, enter, store)
  return tracer
}

function traceBy(tracer: Engine, request: RoutedRequest): Promise<Routed> {
  // Constraints of the application read `request`, and the router reads the other properties.
  return new Promise((resolve, reject) => {
    tracer.lookup({ ...request, request }, null, (error, routed) =>
      error === null ? resolve(routed as Routed) : reject(error)
    )
  })
}

function lookUpLater(engine: Engine, transport: Transport, later: Later | undefined): void {
  engine.lookup(transport, null, (error, result) => {
    if (error === null) later?.finish(result, transport)
    else later?.fail(toReason(error), transport)
  })
}

/** @param timeout limits an asynchronous constraint, in milliseconds; 0 is no limit */
export function createRouter(options: RouterOptions, timeout = 0): Router {
  const { compile, constraints = {}, querystringParser, ...rest } = options
  const parse = querystringParser && ((text: string) => assertSync(querystringParser(text), 'querystringParser'))
  const guarded = Object.entries(constraints).map(([key, strategy]) => [key, guardStrategy(strategy, timeout)] as const)
  const strategies: Record<string, ConstraintStrategy> = Object.fromEntries(guarded)
  const given = { ...rest, querystringParser: parse ?? parseQuerystring, constraints: strategies }
  const engine = withFunctions(() => createFindMyWay(given))
  const tracer = once(() => withFunctions(() => createTracer(given, engine.routes)))
  let asyncConstraint = Object.values(constraints).some(isAsync)
  return {
    add(methods, url, constraints, enter, store) {
      try {
        withFunctions(() => engine.on(methods, url, { constraints }, toCallable(enter), store))
      } catch (error) {
        throw toRouteError(error, methods, url, constraints)
      }
    },
    addAll: (url, enter, store) => withFunctions(() => engine.all(url, toCallable(enter), store)),
    has: (method, url, constraints) => engine.hasRoute(method, url, constraints),
    find: (method, url, constraints) => engine.find(method, url, constraints),
    lookup: (transport, later) =>
      asyncConstraint ? lookUpLater(engine, transport, later) : engine.lookup(transport, null),
    trace: (request) => traceBy(tracer(), request),
    addConstraintStrategy(strategy) {
      asyncConstraint ||= isAsync(strategy)
      const guarded = guardStrategy(strategy, timeout)
      withFunctions(() => engine.addConstraintStrategy(guarded))
      strategies[strategy.name] = guarded
    },
    hasConstraintStrategy: (name) => engine.hasConstraintStrategy(name),
    print: (printOptions) => withFunctions(() => engine.prettyPrint(printOptions)),
    stores: () => engine.routes.map(({ store }) => store),
    compile: () => void (compile === true && engine.compile())
  }
}
