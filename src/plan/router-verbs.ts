import type { AppObject } from '../tree/app-object.ts'
import { derivingHookOf } from '../tree/derive.ts'
import { guardOpen } from '../tree/freeze.ts'
import { type RequestHookName, requestHookNames } from '../tree/hook.ts'
import { errorHandlersSeenBy, hooksSeenBy } from '../tree/inherit.ts'
import { labelOf } from '../tree/label.ts'
import type { Callable } from '../user-function.ts'
import type { ConstraintStrategy } from './constraint.ts'
import { ownHooksOf } from './plan-source.ts'
import type { RouteEntry } from './route-table.ts'
import type { Router } from './router.ts'

interface RouteQuery {
  method?: string
  url?: string
  constraints?: object
}

interface PrintOptions {
  method?: string
  commonPrefix?: boolean
  includeMeta?: boolean | PropertyKey[]
  includeHooks?: boolean
}

const shownHooks: readonly RequestHookName[] = ['onTimeout', ...requestHookNames]

function metaOf({ includeHooks, includeMeta = false }: PrintOptions): boolean | PropertyKey[] {
  if (includeHooks !== true) return includeMeta
  return [...shownHooks, ...(Array.isArray(includeMeta) ? includeMeta : [])]
}

export function createRouterVerbs(router: Router) {
  return {
    hasRoute: ({ method = '', url = '', constraints }: RouteQuery) =>
      router.has(method.toUpperCase(), url, constraints),
    findRoute({ method = '', url = '', constraints }: RouteQuery) {
      const found = router.find(method.toUpperCase(), url, constraints)
      if (found === null) return null
      const { declaration } = found.store as RouteEntry
      return { handler: declaration.options.handler, params: found.params, searchParams: found.searchParams }
    },
    printRoutes: (options: PrintOptions = {}) => router.print({ ...options, includeMeta: metaOf(options) }),
    addConstraintStrategy(this: AppObject, strategy: ConstraintStrategy) {
      guardOpen(this, 'addConstraintStrategy()')
      router.addConstraintStrategy(strategy)
    },
    hasConstraintStrategy: (name: string) => router.hasConstraintStrategy(name)
  }
}

/** A hook that `guard` or `derive` made is shown as the function that it wraps. */
function toShown(fn: Callable): unknown {
  const made = derivingHookOf(fn)
  if (made === undefined) return fn
  const label = labelOf(fn, made.kind, made.place)
  return label.startsWith(`${made.kind} at `) ? label : `${made.kind} ${label}`
}

/** The option of find-my-way that decides what `printRoutes` shows. */
export function buildPrettyMeta({ store }: { store: unknown }): Record<string, unknown> {
  const { node, moment, options } = (store as RouteEntry).declaration
  const hooks = shownHooks.map((name) => {
    const seen = hooksSeenBy(node, name).map(({ fn }) => fn)
    return [name, [...seen, ...ownHooksOf(options, name)].map(toShown)] as const
  })
  const errorHandler = options.errorHandler ?? errorHandlersSeenBy(node, moment)[0]?.handler
  return {
    errorHandler: `${errorHandler === undefined ? 'defaultErrorHandler' : errorHandler.name || 'anonymous'}()`,
    logLevel: options.logLevel || undefined,
    logSerializers: options.logSerializers,
    ...Object.fromEntries(hooks.filter(([, list]) => list.length > 0))
  }
}
