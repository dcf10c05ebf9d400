/** The time limits of a route: until its response begins, and until the response is complete. */
import type { RoutePlan } from '../stage/step.ts'
import type { PlanContext } from './plan-context.ts'
import type { PlanSource } from './plan-source.ts'

type Times = Pick<RoutePlan, 'defaultTimeout' | 'handlerTimeout' | 'answerTimeout' | 'boundsEvents' | 'isTimed'>

/**
 * Compiles the time limits of a route. `0` and `false` are no limit. Most routes have only `defaultTimeout`. One timer checks it for all requests, so
 * that a request needs no timer of its own.
 */
export function timesOf(
  { handlerTimeout: own, answerTimeout: ownWhole }: PlanSource['options'],
  context: PlanContext
): Times {
  const { defaultTimeout, policy } = context
  const beginning = (own ?? context.handlerTimeout) || 0
  const whole = (ownWhole ?? context.answerTimeout) || 0
  const boundsEvents = !policy.boundsBeginnings
  const exact = (handlerTimeout: number, answerTimeout: number): Times => {
    return {
      defaultTimeout: 0,
      handlerTimeout,
      answerTimeout,
      boundsEvents,
      isTimed: handlerTimeout + answerTimeout > 0
    }
  }
  if (!policy.boundsBeginnings) return exact(0, Math.min(beginning || whole, whole || beginning))
  if (own !== undefined || beginning > 0) return exact(beginning, whole)
  if (whole > 0) return exact(defaultTimeout, whole)
  return { ...exact(0, 0), defaultTimeout }
}
