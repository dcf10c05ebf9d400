/** Compiles routes and reuses earlier results: most routes of a context need the same steps, and differ only in the handler and `routeOptions`. */
import { getOrCreate } from '../base/get-or-create.ts'
import type { RoutePlan } from '../stage/step.ts'
import { declaredSettingSeenBy } from '../tree/inherit.ts'
import { compileBase, compilePlan, copyPlan, mayHaveBody, type PlanBase } from './compile-plan.ts'
import type { PlanContext } from './plan-context.ts'
import type { PlanSource } from './plan-source.ts'

export interface Plans {
  readonly make: (source: PlanSource) => RoutePlan
  /** Releases memory after the last route. */
  readonly forget: () => void
}

/** Options that do not affect the compiled steps. Routes that differ in any other option are compiled separately. */
const descriptive = new Set([
  ...['method', 'url', 'path', 'routePath', 'prefix', 'handler', 'config', 'constraints', 'exposeHeadRoute'],
  ...['prefixTrailingSlash', 'schema']
])

/** Settings that apply only to routes that are declared later, so routes of one context may differ in them. */
const timedSettings = ['errorHandler', 'replySerializer', 'childLoggerFactory'] as const

export function createPlans(context: PlanContext): Plans {
  const models = new Map<string, RoutePlan>()
  const bases = new Map<string, PlanBase>()
  const seen = new Map<unknown, number>()
  return {
    make(source) {
      if (source.options.schema !== undefined) return compilePlan(source, context)
      const baseKey = `${mayHaveBody(source, context)},${baseKeyOf(source, seen)}`
      const key = `${baseKey},${keyPartOf(source.options.onSend, seen)}`
      const model = models.get(key)
      if (model !== undefined) return copyPlan(model, source)
      const base = getOrCreate(bases, baseKey, () => compileBase(source, context))
      const plan = compilePlan(source, context, base)
      models.set(key, plan)
      return plan
    },
    forget() {
      models.clear()
      bases.clear()
      seen.clear()
    }
  }
}

/** Routes with equal keys have the same steps. `onSend` hooks are not in this key, because an automatic HEAD route adds one. */
function baseKeyOf({ node, moment, options }: PlanSource, seen: Map<unknown, number>): string {
  const names = Object.keys(options).filter((name) => !descriptive.has(name) && name !== 'onSend')
  const settings = timedSettings.map((name) => declaredSettingSeenBy(node, name, moment))
  return [
    keyPartOf([node, ...settings], seen),
    ...names.map((name) => `${name}:${keyPartOf(options[name], seen)}`)
  ].join()
}

/** Lists with identical items have equal keys. */
function keyPartOf(value: unknown, seen: Map<unknown, number>): string {
  if (Array.isArray(value)) return `[${value.map((item) => keyPartOf(item, seen)).join()}]`
  return String(getOrCreate(seen, value, () => seen.size + 1))
}
