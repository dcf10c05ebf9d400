/**
 * The compiled routes of an app with their router, and the not-found routes of each prefix.
 *
 * A route is added to the router when it is declared, so that an invalid path or a duplicate is reported at its line. Its plan is compiled when the
 * tree is closed. With `compile: 'lazy'` it is compiled at the first request, if that cannot fail. Compiling fails only for schemas, so routes with
 * schemas that might fail are compiled at boot.
 */
import { pointTo } from '../error/place.ts'
import type { Reply } from '../http/reply.ts'
import type { Request } from '../http/request.ts'
import type { Transport } from '../http/transport.ts'
import type { LogController } from '../log/request-log.ts'
import type { RoutePlan } from '../stage/step.ts'
import { notFoundOwner } from '../tree/inherit.ts'
import { type ContextNode, type Tree, walk } from '../tree/node.ts'
import { takenNotFound } from '../tree/not-found.ts'
import type { RouteDeclaration, ShownRoute } from '../tree/route-declaration.ts'
import { anyTime } from '../tree/settle.ts'
import { toCallable } from '../user-function.ts'
import { compilePlan } from './compile-plan.ts'
import { mayCompileLater } from './compile-schemas.ts'
import { warnOfLateSettings } from './late-setting.ts'
import { nearestSentence } from './nearest-route.ts'
import { type PlanContext, perContext } from './plan-context.ts'
import { type PlanSource, undescribed } from './plan-source.ts'
import { createRouter, type Params, type RoutedRequest, type Router, type RouterOptions } from './router.ts'
import type { Destination, Receive } from './run-plan.ts'
import { createPlans } from './shared-plan.ts'
import { createSilenceCheck } from './silent-function.ts'

/** A route in the router. Its plan is set when the tree is closed, or later. */
export interface RouteEntry extends Destination {
  readonly declaration: RouteDeclaration
  plan: RoutePlan | null
}

/** The handler of requests below a prefix that no route matches. */
interface Level extends Destination {
  readonly owner: ContextNode
}

/** The target of a request. The owner is `null` if no not-found scope matches, as for a path that cannot be decoded. */
export type Traced =
  | { readonly found: 'route'; readonly declaration: RouteDeclaration; readonly params: Params }
  | { readonly found: 'nothing' | 'bad url' | 'long parameter'; readonly owner: ContextNode | null }

export interface RouteTable {
  readonly add: (declaration: RouteDeclaration) => void
  /** The declared routes without the refused ones, for descriptions such as OpenAPI. */
  readonly declarations: () => ReadonlySet<RouteDeclaration>
  /** Makes every plan; called once, when the tree is closed. */
  readonly compile: (tree: Tree, context: PlanContext) => void
  /** Returns the route that a request would reach, or the context whose not-found handler would respond. */
  readonly trace: (request: RoutedRequest) => Promise<Traced>
  /** Responds to a request without a route. */
  readonly enterNotFound: (transport: Transport) => void
}

/**
 * Makes the plans of routes, and the not-found plan of each context.
 *
 * @param hintOf returns a hint for developers about a request without a route; may be empty
 */
function createPlanner(context: PlanContext, hintOf: HintOf) {
  const plans = createPlans(context)
  const refuseSilence = context.policy.refusesSilentFunctions ? createSilenceCheck() : () => {}
  const notFoundPlanOf = perContext((owner: ContextNode) =>
    compilePlan(notFoundSource(owner, context, hintOf), context)
  )
  const notFoundFor = ({ node }: RouteDeclaration) => notFoundPlanOf(notFoundOwner(node))
  const sourceOf = ({ declaration }: RouteEntry) => toSource(declaration, context, () => notFoundFor(declaration))
  return {
    notFoundPlanOf,
    notFoundFor,
    /** Makes a route's plan, unless that can wait for the first request because it cannot fail. */
    prepare(entry: RouteEntry): void {
      const source = sourceOf(entry)
      refuseSilence(source)
      if (context.defers && mayCompileLater(source, context.compilersOf(source.node), context)) return
      entry.plan = plans.make(source)
    },
    make(entry: RouteEntry): RoutePlan {
      entry.plan = plans.make(sourceOf(entry))
      return entry.plan
    },
    forget: plans.forget
  }
}

type Planner = ReturnType<typeof createPlanner>
type HintOf = (request: Request) => string

const declarationsOf = (router: Router) => router.stores().map((store) => (store as RouteEntry).declaration)

function createHint(router: Router): HintOf {
  return ({ method, url }) => {
    const routes = declarationsOf(router).filter(({ isSibling }) => !isSibling)
    const sentence = nearestSentence(routes, method, url)
    return sentence && `. ${sentence}`
  }
}

/**
 * @param levelOptions the options of the not-found router, which must read targets like the app's own router. Otherwise another spelling could avoid a
 * not-found handler.
 */
export function createRouteTable(router: Router, levelOptions: RouterOptions, receive: Receive): RouteTable {
  // The entries whose plans are not made yet.
  const entries: RouteEntry[] = []
  // If one of several methods is taken, the methods before it are in the router already. So the entry is marked as refused.
  const refused: RouteEntry[] = []
  let planner: Planner
  let root: Level
  // A method that Node's parser does not support comes by HTTP/2 only, and has no not-found handler.
  const defaultRoute = (transport: Transport) => receive(transport, null, {}, root, {})
  function make(this: RouteEntry): RoutePlan {
    return planner.make(this)
  }
  const levels = createRouter({ ...levelOptions, defaultRoute })
  return {
    add(declaration) {
      const { constraints, isSibling, methods, url } = declaration
      if (isSibling && methods.some((method) => router.has(method, url, constraints))) return
      const entry: RouteEntry = { declaration, plan: null, make }
      try {
        router.add(methods, url, constraints, receive, entry)
        entries.push(entry)
      } catch (error) {
        refused.push(entry)
        throw error
      }
    },
    declarations: () => new Set(declarationsOf(router)),
    compile(tree, context) {
      planner = createPlanner(context, context.policy.namesNearestRoutes ? createHint(router) : () => '')
      makeAll(planner, entries)
      for (const entry of refused) entry.plan = planner.notFoundFor(entry.declaration)
      root = toLevel(tree.root, planner)
      mountLevels(levels, tree.root, planner, receive)
      router.compile()
    },
    trace: (request) => trace(router, levels, request),
    enterNotFound: (transport) => levels.lookup(transport)
  }
}

async function trace(router: Router, levels: Router, request: RoutedRequest): Promise<Traced> {
  const routed = await router.trace(request)
  if (routed.found === 'route') {
    const { declaration } = routed.store as RouteEntry
    return { found: 'route', declaration, params: routed.params }
  }
  const level = await levels.trace(request)
  return { found: routed.found, owner: level.found === 'route' ? (level.store as Level).owner : null }
}

/** Makes the plans that cannot wait. An error points to the line that declared the route. */
function makeAll(planner: Planner, entries: RouteEntry[]): void {
  for (const entry of entries) {
    try {
      planner.prepare(entry)
    } catch (error) {
      throw pointTo(entry.declaration.origin.place, error)
    }
  }
  planner.forget()
  warnOfLateSettings(entries.splice(0).map(({ declaration }) => declaration))
}

function toLevel(owner: ContextNode, { notFoundPlanOf }: Planner): Level {
  const plan = notFoundPlanOf(owner)
  return { owner, plan, make: () => plan }
}

function mountLevels(levels: Router, root: ContextNode, planner: Planner, receive: Receive): void {
  walk(root, (node) => {
    if (node.parent === null || node.notFound !== null) mount(levels, toLevel(node, planner), receive)
  })
}

function mount(levels: Router, level: Level, receive: Receive): void {
  const prefix = level.owner.prefix || '/'
  // Two contexts may have the same prefix; only one of them can have a not-found handler for it.
  if (levels.has('GET', prefix, undefined)) throw takenNotFound(prefix)
  levels.addAll(prefix.endsWith('/') ? `${prefix}*` : `${prefix}/*`, receive, level)
  levels.addAll(prefix, receive, level)
}

function toSource(route: RouteDeclaration, context: PlanContext, notFound: () => RoutePlan): PlanSource {
  const { node, moment, options, methods, url, config } = route
  return {
    node,
    moment,
    methods,
    url,
    handler: options.handler,
    is404: false,
    isForeign: route.origin.isForeign,
    config,
    options,
    notFound,
    describe: (): ShownRoute => ({
      method: options.method,
      url: config.url,
      bodyLimit: options.bodyLimit ?? context.bodyLimit,
      handlerTimeout: (options.handlerTimeout ?? context.handlerTimeout) || 0,
      attachValidation: options.attachValidation,
      logLevel: options.logLevel,
      exposeHeadRoute: route.exposeHeadRoute,
      prefixTrailingSlash: options.prefixTrailingSlash ?? 'both',
      handler: options.handler,
      config,
      schema: options.schema,
      version: options.constraints?.version
    })
  }
}

/** The default response for a target without a route. */
function createDefaultNotFound(logs: LogController | null, hintOf: HintOf) {
  return (request: Request, reply: Reply): void => {
    logs?.routeNotFound(request, reply)
    const message = `Route ${request.method}:${request.url} not found${hintOf(request)}`
    reply.code(404).send({ message, error: 'Not Found', statusCode: 404 })
  }
}

function notFoundSource(
  owner: ContextNode,
  { bodyLimit, handlerTimeout, logs }: PlanContext,
  hintOf: HintOf
): PlanSource {
  const declared = owner.notFound
  const node = declared?.node ?? owner
  const handler = declared?.handler ?? toCallable(createDefaultNotFound(logs, hintOf))
  const config = {}
  const { settled: declaredAt } = declared?.moment ?? node.tree.notFoundMoment
  return {
    node,
    moment: { ...anyTime, declared: declaredAt },
    methods: ['GET'],
    url: owner.prefix,
    handler,
    is404: true,
    isForeign: false,
    config,
    options: declared?.options ?? {},
    notFound: null,
    describe: () => ({ ...undescribed, bodyLimit, handlerTimeout, logLevel: node.logLevel, handler, config })
  }
}
