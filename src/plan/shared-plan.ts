/**
 * Compiles plans, and shares their common parts. Most routes of a context need the same steps, so their plans differ only in the handler and the
 * description.
 */
import { remember } from '../base/remember.ts'
import type { RoutePlan } from '../stage/step.ts'
import { declaredSettingSeenBy } from '../tree/inherit.ts'
import { compileBase, compilePlan, copyPlan, mayHaveBody, type PlanBase } from './compile-plan.ts'
import type { PlanContext } from './plan-context.ts'
import type { PlanSource } from './plan-source.ts'

export interface Plans {
  readonly make: (source: PlanSource) => RoutePlan
  /** Releases the data by which plans were compared. */
  readonly forget: () => void
}

/** The options that no stage reads. Any other option prevents sharing, even one that only a plugin reads. */
const descriptive = new Set([
  ...['method', 'url', 'path', 'routePath', 'prefix', 'handler', 'config', 'constraints', 'exposeHeadRoute'],
  ...['prefixTrailingSlash', 'schema']
])

/** Settings that may differ between routes of one context, because one route was declared later. */
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
      const base = remember(bases, baseKey, () => compileBase(source, context))
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

/** Returns a text that is equal for routes of one context with the same steps, except `onSend` hooks. */
function keyOf({ node, moment, options }: PlanSource, seen: Map<unknown, number>): string {
  const asked = Object.keys(options).filter((name) => !descriptive.has(name) && name !== 'onSend')
  const settings = timedSettings.map((name) => declaredSettingSeenBy(node, name, moment))
  return [
    keyPartOf([node, ...settings], seen),
    ...asked.map((name) => `${name}:${keyPartOf(options[name], seen)}`)
  ].join()
}

/** Returns a text that is equal for identical values, and for lists of them. */
function keyPartOf(value: unknown, seen: Map<unknown, number>): string {
  if (Array.isArray(value)) return `[${value.map((item) => keyPartOf(item, seen)).join()}]`
  return String(remember(seen, value, () => seen.size + 1))
}
