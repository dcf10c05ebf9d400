/**
 * For `app.explain()`: finds functions of a route that use Node's request and response. Requests that need these objects take longer, because
 * espalier creates them only on demand (`adapter/lane/`).
 *
 * `preParsing` hooks and stream parsers always use these objects. For other functions, their source text is searched for `raw`, which is only a
 * hint. At run time, the diagnostics channel `espalier.exchange.stock` publishes each use.
 */
import type { ExplainedStage, ExplainedStep, ObjectUse } from '../../types/explain.ts'
import { getOrCreate } from '../base/get-or-create.ts'
import { derivingHookOf } from '../tree/derive.ts'
import { type Callable, isFunction } from '../user-function.ts'
import { functionOf } from './step.ts'
import type { Target } from './target.ts'

/** Matches `request.raw` and `({ raw })`. */
const namesRaw = /\.\s*raw\b|[{,]\s*raw\s*[,:}=]/
const byText = new WeakMap<object, boolean>()

const mentionsRaw = (fn: Callable) =>
  getOrCreate(byText, fn, () => namesRaw.test(Function.prototype.toString.call(derivingHookOf(fn)?.from ?? fn)))

const declared: Partial<Record<ExplainedStage, ObjectUse['asks']>> = {
  preParsing: 'the body as a stream',
  onTimeout: 'the timeout of the socket'
}

function toUses(step: ExplainedStep, streams: ReadonlySet<unknown>): ObjectUse[] {
  const { name, context, place, stage, when } = step
  const of = (asks: ObjectUse['asks'], by: ObjectUse['by']) => ({ name, context, place, stage, asks, by, when })
  const fn = functionOf(step)
  const asks = streams.has(fn) ? 'the body as a stream' : declared[stage]
  return [
    ...(asks === undefined ? [] : [of(asks, 'declaration')]),
    ...(isFunction(fn) && mentionsRaw(fn) ? [of('request.raw or reply.raw', 'text')] : [])
  ]
}

export function objectUsesOf({ node }: Target, steps: readonly ExplainedStep[]): ObjectUse[] {
  const streaming = [...node.parsers.entries()].filter(([, { parseAs }]) => parseAs === undefined)
  const streams = new Set<unknown>(streaming.map(([, { parse }]) => parse))
  return steps.flatMap((step) => toUses(step, streams))
}
