/**
 * Compiles plans, and reuses parts of earlier plans. Most routes of a context need the same steps, so their plans differ only in the handler and in
 * the route options that they show.
 */
import { getOrCreate } from '../base/get-or-create.ts'
import type { RoutePlan } from '../stage/step.ts'
import { declaredSettingSeenBy } from '../tree/inherit.ts'
import { compileBase, compilePlan, copyPlan, mayHaveBody, type PlanBase } from './compile-plan.ts'
import type { PlanContext } from './plan-context.ts'
import type { PlanSource } from './plan-source.ts'

export interface Plans {
  readonly make: (source: PlanSource) => RoutePlan
  /** Releases the stored plans. Called after the last route. */
  readonly forget: () => void
}

/** The options that no stage reads. Routes that differ in any other option have different plans, even if only a plugin reads the option. */
const descriptive = new Set([
  ...['method', 'url', 'path', 'routePath', 'prefix', 'handler', 'config', 'constraints', 'exposeHeadRoute'],
  ...['prefixTrailingSlash', 'schema']
])

/** Settings that may differ between routes of one context, because they apply only to routes that are declared later. */
const timedSettings = ['errorHandler', 'replySerializer', 'childLoggerFactory'] as const

export function createPlans(context: PlanContext): Plans {
  const models = new Map<string, RoutePlan>()
  const bases = new Map<string, PlanBase>()
  const seen = new Map<unknown, number>()
  return {
    make(source) {
      if (source.options.schema !== undefined) return compilePlan(source, context)
      const baseKey = `${mayHaveBody(source, context)},${keyOf(source, seen)}`
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

/**
 * Returns a key for the steps of a route. Routes of one context with equal keys have the same steps, except for `onSend` hooks: they have another
 * key.
 */
function keyOf({ node, moment, options }: PlanSource, seen: Map<unknown, number>): string {
  const asked = Object.keys(options).filter((name) => !descriptive.has(name) && name !== 'onSend')
  const settings = timedSettings.map((name) => declaredSettingSeenBy(node, name, moment))
  return [
    keyPartOf([node, ...settings], seen),
    ...asked.map((name) => `${name}:${keyPartOf(options[name], seen)}`)
  ].join()
}

/** Returns a key for a value: equal for identical values, and for lists with identical items. */
function keyPartOf(value: unknown, seen: Map<unknown, number>): string {
  if (Array.isArray(value)) return `[${value.map((item) => keyPartOf(item, seen)).join()}]`
  return String(getOrCreate(seen, value, () => seen.size + 1))
}
