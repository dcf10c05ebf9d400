/**
 * The routes of an app, their router, and the not-found handlers of each prefix.
 *
 * A route is added to the router when it is declared, so that an invalid path or a duplicate is reported at its line. Its hooks and schemas are
 * compiled after all plugins have loaded. With `compile: 'lazy'`, a route whose schemas are sure to compile waits for its first request.
 */
import { prependFrame } from '../error/place.ts'
import type { Reply } from '../http/reply.ts'
import type { Request } from '../http/request.ts'
import type { Transport } from '../http/transport.ts'
import type { LogController } from '../log/request-log.ts'
import type { RoutePlan } from '../stage/step.ts'
import { notFoundOwner } from '../tree/inherit.ts'
import { anyTime } from '../tree/moment.ts'
import { type ContextNode, type Tree, walk } from '../tree/node.ts'
import { duplicateNotFoundHandler } from '../tree/not-found.ts'
import type { RouteDeclaration } from '../tree/route-declaration.ts'
import { toCallable } from '../user-function.ts'
import { compilePlan } from './compile-plan.ts'
import { mayCompileLater } from './compile-schemas.ts'
import { warnOfLateSettings } from './late-setting.ts'
import { nearestSentence } from './nearest-route.ts'
import { createNeverFinishingCheck } from './never-finishing.ts'
import { type PlanContext, perContext } from './plan-context.ts'
import { type PlanSource, undescribed } from './plan-source.ts'
import { createRouter, type Params, type RoutedRequest, type Router, type RouterOptions } from './router.ts'
import type { Destination, Receive } from './run-plan.ts'
import { createPlans } from './shared-plan.ts'

export interface RouteEntry extends Destination {
  readonly declaration: RouteDeclaration
  plan: RoutePlan | null
}

interface NotFoundScope extends Destination {
  readonly owner: ContextNode
}

/** `owner` is the context whose not-found handler would respond. It is `null` for a path that cannot be decoded. */
export type Traced =
  | { readonly found: 'route'; readonly declaration: RouteDeclaration; readonly params: Params }
  | { readonly found: 'nothing' | 'bad url' | 'long parameter'; readonly owner: ContextNode | null }

export interface RouteTable {
  readonly add: (declaration: RouteDeclaration) => void
  /** Routes that the router refused, such as duplicates, are not included. */
  readonly declarations: () => ReadonlySet<RouteDeclaration>
  /** Called once, after all plugins have loaded. */
  readonly compile: (tree: Tree, context: PlanContext) => void
  /** Finds the destination of a request without handling it. */
  readonly trace: (request: RoutedRequest) => Promise<Traced>
  readonly enterNotFound: (transport: Transport) => void
}

function createPlanner(context: PlanContext, hintOf: HintOf) {
  const plans = createPlans(context)
  const checkFunctions = context.policy.refusesNeverFinishing ? createNeverFinishingCheck() : () => {}
  const notFoundPlanOf = perContext((owner: ContextNode) =>
    compilePlan(notFoundSource(owner, context, hintOf), context)
  )
  const notFoundFor = ({ node }: RouteDeclaration) => notFoundPlanOf(notFoundOwner(node))
  const sourceOf = ({ declaration }: RouteEntry) => toSource(declaration, context, () => notFoundFor(declaration))
  return {
    notFoundPlanOf,
    notFoundFor,
    prepare(entry: RouteEntry): void {
      const source = sourceOf(entry)
      checkFunctions(source)
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
/** Returns a hint on a request without a route, such as the nearest routes. */
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
 * `notFoundRouterOptions` must decode and match paths as `router` does. Otherwise another spelling of a path, such as `//admin`, would bypass a
 * not-found handler.
 */
export function createRouteTable(router: Router, notFoundRouterOptions: RouterOptions, receive: Receive): RouteTable {
  const entries: RouteEntry[] = []
  // The router adds the methods of a route one by one, up to the first duplicate. Requests with these methods get the not-found handler.
  const refused: RouteEntry[] = []
  let planner: Planner
  let root: NotFoundScope
  // Not-found handlers are added for the methods of Node's parser. An HTTP/2 request with another method gets the root's handler.
  const defaultRoute = (transport: Transport) => receive(transport, null, {}, root, {})
  function make(this: RouteEntry): RoutePlan {
    return planner.make(this)
  }
  const notFoundRouter = createRouter({ ...notFoundRouterOptions, defaultRoute })
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
      root = toNotFoundScope(tree.root, planner)
      addNotFoundScopes(notFoundRouter, tree.root, planner, receive)
      router.compile()
    },
    trace: (request) => trace(router, notFoundRouter, request),
    enterNotFound: (transport) => notFoundRouter.lookup(transport)
  }
}

async function trace(router: Router, notFoundRouter: Router, request: RoutedRequest): Promise<Traced> {
  const routed = await router.trace(request)
  if (routed.found === 'route') {
    const { declaration } = routed.store as RouteEntry
    return { found: 'route', declaration, params: routed.params }
  }
  const scope = await notFoundRouter.trace(request)
  return { found: routed.found, owner: scope.found === 'route' ? (scope.store as NotFoundScope).owner : null }
}

function makeAll(planner: Planner, entries: RouteEntry[]): void {
  for (const entry of entries) {
    try {
      planner.prepare(entry)
    } catch (error) {
      throw prependFrame(entry.declaration.origin.place, error)
    }
  }
  planner.forget()
  warnOfLateSettings(entries.splice(0).map(({ declaration }) => declaration))
}

function toNotFoundScope(owner: ContextNode, { notFoundPlanOf }: Planner): NotFoundScope {
  const plan = notFoundPlanOf(owner)
  return { owner, plan, make: () => plan }
}

function addNotFoundScopes(notFoundRouter: Router, root: ContextNode, planner: Planner, receive: Receive): void {
  walk(root, (node) => {
    if (node.parent !== null && node.notFound === null) return
    const prefix = node.prefix || '/'
    // Two contexts may have the same prefix.
    if (notFoundRouter.has('GET', prefix, undefined)) throw duplicateNotFoundHandler(prefix)
    const scope = toNotFoundScope(node, planner)
    notFoundRouter.addAll(prefix.endsWith('/') ? `${prefix}*` : `${prefix}/*`, receive, scope)
    notFoundRouter.addAll(prefix, receive, scope)
  })
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
    describe: () => ({
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
  const { settingsUntil: declaredAt } = declared?.moment ?? node.tree.notFoundMoment
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
