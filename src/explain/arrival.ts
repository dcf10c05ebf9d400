/** How requests come to the routes of an app: who reads them, and which bounds they meet. */
import type { ExplainedExchange, ExplainedLimit, ExplainedStep, LaneObstacle } from '../../types/explain.ts'
import { type LimitOptions, limitsOf } from './limit.ts'
import { objectUsesOf } from './object-use.ts'
import type { Target } from './target.ts'

/** The part that adapters know. */
export interface Arrival {
  readonly reader: ExplainedExchange['reader']
  readonly obstacles: readonly LaneObstacle[]
  /** The bounds of the server, in the order in which a request meets them. */
  readonly limits: readonly ExplainedLimit[]
}

/** Lists the bounds for a request, and all that is known of its exchange. */
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
