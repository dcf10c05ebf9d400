/**
 * Makes plans, and makes their common parts once. Most routes of a context need the same steps, so their plans differ by the handler and the
 * description only.
 */
import { remember } from '../base/remember.ts'
import type { RoutePlan } from '../stage/step.ts'
import { declaredSettingSeenBy } from '../tree/inherit.ts'
import { compileBase, compilePlan, copyPlan, type PlanBase } from './compile-plan.ts'
import type { PlanContext } from './plan-context.ts'
import type { PlanSource } from './plan-source.ts'

export interface Plans {
  readonly make: (source: PlanSource) => RoutePlan
  /** Lets go of what plans were compared by. */
  readonly forget: () => void
}

/** The options that no stage reads. Any other makes a difference, also those that only a plugin knows. */
const descriptive = new Set([
  ...['method', 'url', 'path', 'routePath', 'prefix', 'handler', 'config', 'constraints', 'exposeHeadRoute'],
  ...['prefixTrailingSlash', 'schema']
])

/** Settings that routes of one context may see differently, because one was declared after the other. */
const timedSettings = ['errorHandler', 'replySerializer', 'childLoggerFactory'] as const

export function createPlans(context: PlanContext): Plans {
  const models = new Map<string, RoutePlan>()
  const bases = new Map<string, PlanBase>()
  const seen = new Map<unknown, number>()
  return {
    make(source) {
      if (source.options.schema !== undefined) return compilePlan(source, context)
      const baseKey = keyOf(source, seen)
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

/** Returns a text that is equal for routes of one context that ask for the same, `onSend` hooks apart. */
function keyOf({ node, moment, options }: PlanSource, seen: Map<unknown, number>): string {
  const asked = Object.keys(options).filter((name) => !descriptive.has(name) && name !== 'onSend')
  const settings = timedSettings.map((name) => declaredSettingSeenBy(node, name, moment))
  return [
    keyPartOf([node, ...settings], seen),
    ...asked.map((name) => `${name}:${keyPartOf(options[name], seen)}`)
  ].join()
}

/** Returns a text that is equal for values that are the same, and for lists of such values. */
function keyPartOf(value: unknown, seen: Map<unknown, number>): string {
  if (Array.isArray(value)) return `[${value.map((item) => keyPartOf(item, seen)).join()}]`
  return String(remember(seen, value, () => seen.size + 1))
}
