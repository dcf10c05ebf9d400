/** For `app.explain()`: requests with a malformed URL. The router looks up no route for them, and no hook runs. */
import type { ExplainedStep, Explanation } from '../../types/explain.ts'
import { labelOf } from '../tree/label.ts'
import { toCallable, type UserFunction } from '../user-function.ts'
import { errorHandlers, unknownEffect, withFunction } from './step.ts'
import type { Target } from './target.ts'

export interface AnswerOptions {
  readonly frameworkErrors?: UserFunction | null | undefined
  readonly router: { readonly onBadUrl?: unknown; readonly onMaxParamLength?: unknown }
  /** Whether the error handlers of the root context respond to a malformed URL if the option `frameworkErrors` is not set. */
  readonly policy: { readonly handlesFrameworkErrors: boolean }
}

export type Malformed = Exclude<Explanation['found'], 'route' | 'nothing'>

/** Lists the app option that handles this error, such as `frameworkErrors`, and the error handlers of the root context that may run. */
export function malformedStepsOf(root: Target, found: Malformed, options: AnswerOptions): ExplainedStep[] {
  const { frameworkErrors, router, policy } = options
  const ofRouter = found === 'bad url' ? router.onBadUrl : router.onMaxParamLength
  if (ofRouter) return [toStep(ofRouter as UserFunction)]
  const handlers = errorHandlers(root, 'GET')
  if (frameworkErrors) return [toStep(frameworkErrors), ...handlers]
  return policy.handlesFrameworkErrors ? [...handlers] : handlers.slice(-1)
}

function toStep(given: UserFunction): ExplainedStep {
  const fn = toCallable(given)
  const name = labelOf(fn, 'error handler', undefined)
  const place = { context: 'app', place: null, when: null }
  return withFunction(fn, { ...unknownEffect, stage: 'error handler', kind: 'error handler', name, ...place })
}
