import type { RoutePlan } from '../stage/step.ts'
import type { PlanContext } from './plan-context.ts'
import type { PlanSource } from './plan-source.ts'

type Times = Pick<RoutePlan, 'defaultTimeout' | 'handlerTimeout' | 'answerTimeout' | 'boundsEvents' | 'isTimed'>

/** Most routes have only `defaultTimeout`, which one timer checks for all requests. Any other limit needs a timer for each request. */
export function timesOf(
  { handlerTimeout: own, answerTimeout: ownWhole }: PlanSource['options'],
  context: PlanContext
): Times {
  const { defaultTimeout, policy } = context
  const beginning = (own ?? context.handlerTimeout) || 0
  const whole = (ownWhole ?? context.answerTimeout) || 0
  const exact = (handlerTimeout: number, answerTimeout: number): Times => ({
    ...{ defaultTimeout: 0, handlerTimeout, answerTimeout, boundsEvents: !policy.limitsTimeToResponse },
    isTimed: handlerTimeout + answerTimeout > 0
  })
  if (!policy.limitsTimeToResponse) return exact(0, Math.min(beginning || whole, whole || beginning))
  if (own !== undefined || beginning > 0) return exact(beginning, whole)
  if (whole > 0) return exact(defaultTimeout, whole)
  return { ...exact(0, 0), defaultTimeout }
}
