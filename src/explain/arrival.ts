/** How requests reach the routes of an app: which reader parses them, and which limits apply. */
import type { ExplainedExchange, ExplainedLimit, ExplainedStep, LaneObstacle } from '../../types/explain.ts'
import { type LimitOptions, limitsOf } from './limit.ts'
import { objectUsesOf } from './object-use.ts'
import type { Target } from './target.ts'

/** The part that the adapters provide. */
export interface Arrival {
  readonly reader: ExplainedExchange['reader']
  readonly obstacles: readonly LaneObstacle[]
  /** The limits of the server, in the order in which they apply. */
  readonly limits: readonly ExplainedLimit[]
}

/** Lists the limits for a request, and everything known about its exchange. */
export function passageOf(
  target: Target,
  method: string,
  steps: readonly ExplainedStep[],
  options: LimitOptions,
  { reader, obstacles, limits }: Arrival
): { limits: readonly ExplainedLimit[]; exchange: ExplainedExchange } {
  return {
    limits: [...limits, ...limitsOf(target, method, options)],
    exchange: { reader, obstacles, objects: objectUsesOf(target, steps) }
  }
}
