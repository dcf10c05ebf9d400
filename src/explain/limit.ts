import type { ExplainedLimit } from '../../types/explain.ts'
import type { Target } from './target.ts'

export interface LimitOptions {
  /** In bytes. */
  readonly bodyLimit: number
  /** In milliseconds; 0 if the application did not set it. */
  readonly handlerTimeout: number
  /** In milliseconds: the default for `handlerTimeout`; 0 for no limit. */
  readonly defaultTimeout: number
  /** In milliseconds; 0 for no limit. */
  readonly answerTimeout: number
  readonly router: { readonly maxParamLength: number; readonly onMaxParamLength?: unknown }
  readonly policy: { readonly ignoresUnmatchedBodies: boolean; readonly limitsTimeToResponse: boolean }
}

/** @param value 0 for no limit */
export function limit(
  name: ExplainedLimit['name'],
  value: number | undefined,
  rest: Omit<ExplainedLimit, 'name' | 'value'>
): ExplainedLimit {
  return { name, value: value || null, ...rest }
}

/** A double colon in a path is an escaped colon, and not a parameter. */
const hasParameters = (url: string) => url.replaceAll('::', '').includes(':')

export function parameterLimit({ router }: LimitOptions): ExplainedLimit {
  const status = router.onMaxParamLength ? null : 414
  return limit('maxParamLength', router.maxParamLength, { unit: 'characters', from: 'app', when: null, status })
}

/** The limit of a route replaces the limits of parsers. Parsers that get the body as a stream must limit it themselves. */
function bodyLimits({ node, options, is404 }: Target, app: LimitOptions): ExplainedLimit[] {
  if (is404 && app.policy.ignoresUnmatchedBodies) return []
  const of = (from: ExplainedLimit['from'], value: number, when: string) =>
    limit('bodyLimit', value, { unit: 'bytes', from, when, status: 413 })
  if (options.bodyLimit !== undefined) return [of('route', options.bodyLimit, 'a body')]
  const ofParsers = [...node.parsers.entries()].flatMap(([type, { bodyLimit, parseAs }]) =>
    bodyLimit === undefined || parseAs === undefined ? [] : of('parser', bodyLimit, `a body of ${type}`)
  )
  return [...ofParsers, of('app', app.bodyLimit, ofParsers.length === 0 ? 'a body' : 'any other body')]
}

/** With the app option `compat: 'fastify'`, `handlerTimeout` limits the whole response, even an event stream. */
function timeLimits({ options }: Target, app: LimitOptions): ExplainedLimit[] {
  const { answerTimeout: whole, handlerTimeout: own } = options
  const { limitsTimeToResponse } = app.policy
  const of = (name: 'handlerTimeout' | 'answerTimeout', given: unknown, value: number | false, when: string | null) => {
    const from = given === undefined ? 'app' : 'route'
    return limit(name, value || 0, { unit: 'milliseconds', from, when, status: 503 })
  }
  const unless = limitsTimeToResponse ? ', unless it is an event stream' : ''
  const complete = whole ?? app.answerTimeout
  return [
    of(
      'handlerTimeout',
      own,
      own ?? (app.handlerTimeout || app.defaultTimeout),
      limitsTimeToResponse ? 'until the answer begins' : null
    ),
    ...(complete ? [of('answerTimeout', whole, complete, `until the answer is complete${unless}`)] : [])
  ]
}

/** Lists the limits in the order in which they apply. */
export function limitsOf(target: Target, method: string, app: LimitOptions): ExplainedLimit[] {
  return [
    ...(hasParameters(target.url) ? [parameterLimit(app)] : []),
    ...(target.node.tree.methods.bodywith.has(method) ? bodyLimits(target, app) : []),
    ...timeLimits(target, app)
  ]
}
