/** The route table: from method, path and constraints to what answers. This is the only file that knows find-my-way. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { atOnce } from '../error/at-once.ts'
import { errors, readOf, toReason } from '../error/error.ts'
import type { Transport } from '../http/transport.ts'
import { require } from '../require.ts'
import { type ConstraintStrategy, guardStrategy, isAsync } from './constraint.ts'
import { withFunctions } from './interpreted-function.ts'

const { parse: parseQuerystring }: typeof import('fast-querystring') = require('fast-querystring')

export type Params = Record<string, string | undefined>

/** Answers a request that the router has matched. */
export type Enter = (transport: Transport, response: null, params: Params, store: unknown, query: unknown) => void

/** What functions of the application are given that answer a target by Node's objects. */
export type NodeMessages = [request: IncomingMessage, response: ServerResponse]
export type RawAnswer = (path: string, ...messages: NodeMessages) => unknown

/** The options that an app gives. */
export type AppRouterOptions = Omit<RouterOptions, 'defaultRoute' | 'onBadUrl' | 'onMaxParamLength'> & {
  defaultRoute?: (...messages: NodeMessages) => unknown
  onBadUrl?: RawAnswer
  onMaxParamLength?: RawAnswer
}

/** Options of find-my-way. */
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

export interface Found {
  readonly handler: unknown
  readonly params: Params
  readonly searchParams: unknown
}

export interface Router {
  /** @throws FST_ERR_DUPLICATED_ROUTE when method, path and constraints are taken. */
  add(methods: readonly string[], url: string, constraints: object, enter: Enter, store: unknown): void
  /** Adds a path for every method that Node.js parses. */
  addAll(url: string, enter: Enter): void
  has(method: string, url: string, constraints: object | undefined): boolean
  find(method: string, url: string, constraints: object | undefined): (Found & { readonly store: unknown }) | null
  /** Routes a request. Returns what a function of the application returned that has it to itself, such as `defaultRoute`; otherwise nothing. */
  lookup(transport: Transport): unknown
  /** Looks up where a constraint is derived asynchronously; `fail` hears of a strategy that failed, `finish` what `lookup` returns. */
  lookupAsync(transport: Transport, fail: (error: unknown) => void, finish: (result: unknown) => void): void
  addConstraintStrategy(strategy: ConstraintStrategy): void
  hasConstraintStrategy(name: string): boolean
  hasAsyncConstraint(): boolean
  print(options: object): string
  /** What was given with each route and method, in the order in which they were added. */
  stores(): unknown[]
  /** Generates the matchers, after the last route. */
  compile(): void
}

/** find-my-way as it is used here: any text may be a method, and whatever an app gave as a strategy is one. */
interface Engine {
  on(methods: readonly string[], url: string, options: { constraints: object }, enter: Enter, store: unknown): void
  all(url: string, enter: Enter): void
  hasRoute(method: string, url: string, constraints: object | undefined): boolean
  find(method: string, url: string, constraints: object | undefined): ReturnType<Router['find']>
  lookup(transport: Transport, response: null, done?: (error: unknown, result?: unknown) => void): unknown
  addConstraintStrategy(strategy: ConstraintStrategy): void
  hasConstraintStrategy(name: string): boolean
  prettyPrint(options: object): string
  readonly routes: readonly { readonly store: unknown }[]
  compile(): void
}

const createFindMyWay = require('find-my-way') as (options: object) => Engine

/** What the engine says of a path, with the route that it is of; of constraints their strategies speak, and of no path at all Fastify's words are kept. */
function toPathError(error: unknown, methods: readonly string[], url: string, constraints: object): unknown {
  if (url === '' || Object.keys(constraints).length > 0) return error
  const isRooted = url.startsWith('/') || url.startsWith('*')
  const reason = isRooted ? readOf(error, 'message') : `a path begins with a slash. Write '/${url}'.`
  return new errors.ESP_ERR_ROUTE_PATH_INVALID(url, methods.join(), reason, { cause: error })
}

/** @param timeout in milliseconds: how long a constraint may be derived; 0 is no limit */
export function createRouter(options: RouterOptions, timeout = 0): Router {
  const { compile, constraints = {}, querystringParser, ...rest } = options
  const parse = querystringParser && ((text: string) => atOnce(querystringParser(text), 'querystringParser'))
  const strategies = Object.entries(constraints).map(([key, strategy]) => [key, guardStrategy(strategy, timeout)])
  const given = { ...rest, querystringParser: parse ?? parseQuerystring, constraints: Object.fromEntries(strategies) }
  const engine = withFunctions(() => createFindMyWay(given))
  let asyncConstraint = Object.values(constraints).some(isAsync)
  return {
    add(methods, url, constraints, enter, store) {
      try {
        withFunctions(() => engine.on(methods, url, { constraints }, enter, store))
      } catch (error) {
        const isTaken = methods.some((method) =>
          String(readOf(error, 'message')).includes(`Method '${method}' already declared for route`)
        )
        throw isTaken
          ? new errors.FST_ERR_DUPLICATED_ROUTE(methods.join(), url)
          : toPathError(error, methods, url, constraints)
      }
    },
    addAll: (url, enter) => withFunctions(() => engine.all(url, enter)),
    has: (method, url, constraints) => engine.hasRoute(method, url, constraints),
    find: (method, url, constraints) => engine.find(method, url, constraints),
    lookup: (transport) => engine.lookup(transport, null),
    lookupAsync: (transport, fail, finish) =>
      void engine.lookup(transport, null, (error, result) => (error === null ? finish(result) : fail(toReason(error)))),
    addConstraintStrategy(strategy) {
      asyncConstraint ||= isAsync(strategy)
      withFunctions(() => engine.addConstraintStrategy(guardStrategy(strategy, timeout)))
    },
    hasConstraintStrategy: (name) => engine.hasConstraintStrategy(name),
    hasAsyncConstraint: () => asyncConstraint,
    print: (printOptions) => withFunctions(() => engine.prettyPrint(printOptions)),
    stores: () => engine.routes.map(({ store }) => store),
    compile: () => void (compile === true && engine.compile())
  }
}
