/** The input of one plan, and helpers to read it from the tree. */
import type { BoundHook, ErrorHandler, RoutePlan } from '../stage/step.ts'
import type { RequestHookName } from '../tree/hook.ts'
import { errorHandlersSeenBy, hooksSeenBy } from '../tree/inherit.ts'
import { type ContextNode, nodeOf, pluginOf } from '../tree/node.ts'
import type { RouteOptions, ShownRoute } from '../tree/route-declaration.ts'
import type { Moment } from '../tree/settle.ts'
import { type Callable, isFunction, toCallable } from '../user-function.ts'
import type { PlanContext } from './plan-context.ts'
import { watched } from './watched.ts'

/** A route's declaration, or a substitute for requests without a route. */
export interface PlanSource {
  readonly node: ContextNode
  /** The time of the declaration, which decides which settings of the contexts apply. */
  readonly moment: Moment
  readonly methods: readonly string[]
  readonly url: string
  readonly handler: Callable
  readonly is404: boolean
  /** Whether a plugin for Fastify declared it. */
  readonly isForeign: boolean
  readonly config: Record<string, unknown>
  /** The options of the route. An `onRoute` hook that has kept them sees the normalized schemas. */
  readonly options: Readonly<Partial<RouteOptions>> & { schema?: unknown }
  readonly describe: () => ShownRoute
  /** Returns the not-found plan for `callNotFound`; `null` inside the not-found plan itself. */
  readonly notFound: (() => RoutePlan) | null
}

/** The description of a request without a route. */
export const undescribed: ShownRoute = {
  ...{
    method: undefined,
    url: undefined,
    bodyLimit: undefined,
    handlerTimeout: undefined,
    attachValidation: undefined
  },
  ...{ logLevel: undefined, exposeHeadRoute: undefined, prefixTrailingSlash: undefined, handler: undefined },
  ...{ config: {}, schema: undefined, version: undefined }
}

const noHooks: readonly BoundHook[] = []

/** The hooks of a name in a route's own options: one function, or a list. */
export function ownHooksOf(options: PlanSource['options'], name: RequestHookName): Callable[] {
  return [options[name]].flat().filter(isFunction)
}

/** The hooks of a route: those of its context, then its own. */
export function hooksOf({ node, options }: PlanSource, name: RequestHookName): readonly BoundHook[] {
  const own = ownHooksOf(options, name)
  const declared = hooksSeenBy(node, name)
  if (own.length + declared.length === 0) return noHooks
  const seen = declared.map(({ fn, node: declaredIn }) => ({ fn, plugin: pluginOf(declaredIn) }))
  const plugin = pluginOf(node)
  return [...seen, ...own.map((fn) => ({ fn, plugin }))].map((hook) => ({
    ...hook,
    fn: watched(name, hook.fn, hook.fn),
    app: node.app,
    role: `${name} hook`
  }))
}

export function handlerOf({ node, handler }: PlanSource): BoundHook {
  return { fn: watched('handler', handler, handler), app: node.app, plugin: pluginOf(node), role: 'handler' }
}

export function errorHandlersOf({ node, moment, options }: PlanSource, context: PlanContext): ErrorHandler[] {
  const toHandler = (fn: Callable, app: object, isDefault = false): ErrorHandler => ({
    fn: watched('error handler', fn, fn),
    app,
    plugin: pluginOf(nodeOf(app)),
    role: 'error handler',
    isDefault
  })
  const own = options.errorHandler === undefined ? [] : [toHandler(options.errorHandler, node.app)]
  const seen = errorHandlersSeenBy(node, moment).map(({ handler, app }) => toHandler(handler, app))
  return own.concat(seen, toHandler(toCallable(context.defaultErrorHandler), node.app, true))
}
