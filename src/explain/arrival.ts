/** For `app.explain()`: how requests reach the routes of an app, and the limits of its server. */
import type { ExplainedExchange, ExplainedLimit, ExplainedStep, LaneObstacle } from '../../types/explain.ts'
import { type LimitOptions, limitsOf } from './limit.ts'
import { objectUsesOf } from './object-use.ts'
import type { Target } from './target.ts'

export interface Arrival {
  readonly reader: ExplainedExchange['reader']
  readonly obstacles: readonly LaneObstacle[]
  readonly limits: readonly ExplainedLimit[]
}

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
