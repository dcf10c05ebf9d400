import type { BoundHook, ErrorHandler, RoutePlan } from '../stage/step.ts'
import type { RequestHookName } from '../tree/hook.ts'
import { errorHandlersSeenBy, hooksSeenBy } from '../tree/inherit.ts'
import type { Moment } from '../tree/moment.ts'
import { type ContextNode, nodeOf, pluginOf } from '../tree/node.ts'
import type { RouteOptions, ShownRoute } from '../tree/route-declaration.ts'
import { type Callable, isFunction, toCallable } from '../user-function.ts'
import type { PlanContext } from './plan-context.ts'
import { watched } from './watched.ts'

/** A route's declaration, or the same data for requests that match no route. */
export interface PlanSource {
  readonly node: ContextNode
  /** When the route was declared, and until when later settings apply to the route. */
  readonly moment: Moment
  readonly methods: readonly string[]
  readonly url: string
  readonly handler: Callable
  readonly is404: boolean
  /** Whether a plugin for Fastify declared the route. */
  readonly isForeign: boolean
  readonly config: Record<string, unknown>
  /** The options of the route, the same object that `onRoute` hooks got. Normalized schemas are written to this object. */
  readonly options: Readonly<Partial<RouteOptions>> & { schema?: unknown }
  readonly describe: () => ShownRoute
  /** Returns the compiled not-found handler for `reply.callNotFound`; `null` for the not-found handler itself. */
  readonly notFound: (() => RoutePlan) | null
}

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

export function ownHooksOf(options: PlanSource['options'], name: RequestHookName): Callable[] {
  return [options[name]].flat().filter(isFunction)
}

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
