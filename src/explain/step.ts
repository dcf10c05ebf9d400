/** Lists all functions that can run for a request, in the order of the lifecycle. Must agree with `plan/compile-plan.ts`. */
import type { ExplainedStage, ExplainedStep } from '../../types/explain.ts'
import type { Place } from '../error/place.ts'
import { ownHooksOf } from '../plan/plan-source.ts'
import { contextLabel } from '../tree/context-label.ts'
import { type DerivingHook, derivingHookOf } from '../tree/derive.ts'
import type { RequestHookName } from '../tree/hook.ts'
import { descriptionOf } from '../tree/hook-description.ts'
import { errorHandlersSeenBy, hooksSeenBy } from '../tree/inherit.ts'
import { labelOf } from '../tree/label.ts'
import { nodeOf } from '../tree/node.ts'
import type { Callable } from '../user-function.ts'
import { returnedNames } from './returned-name.ts'
import type { Target } from './target.ts'

type ListStage = (target: Target, method: string) => readonly ExplainedStep[]

interface Named {
  readonly fn: Callable
  readonly context: string
  readonly place: Place | undefined
}

export const unknownEffect = { adds: [], answers: 'unknown' } as const

// A global symbol, because a command that compares functions may have loaded another copy of the package.
const functionKey = Symbol.for('espalier.subject')

/** Attaches the function to `step`, for comparison with the functions that ran (`plan/watched.ts`). JSON and deep comparison ignore it. */
export function withFunction(fn: Callable | string | undefined, step: ExplainedStep): ExplainedStep {
  return Object.defineProperty(step, functionKey, { value: fn })
}

/** Returns `undefined` for functions of espalier itself. For a validator, returns the part of the request, such as `body`. */
export const functionOf = (step: object): unknown => (step as { readonly [functionKey]?: unknown })[functionKey]

/** Lists the properties that a hook adds to the request: from its source text, and from what it has returned so far. */
function addsOf({ from, members }: DerivingHook): ExplainedStep['adds'] {
  const named = returnedNames(from)
  if (named === undefined && members.size === 0) return 'not seen yet'
  return [...new Set([...(named ?? []), ...members])]
}

function toHookStep(stage: RequestHookName, when: string | null, { fn, context, place }: Named): ExplainedStep {
  const made = derivingHookOf(fn)
  const kind = made?.kind ?? 'hook'
  const { errors = [], response = {} } = descriptionOf(fn) ?? {}
  const answers = [...errors, ...Object.keys(response).map(Number)].filter(Number.isInteger)
  return withFunction(fn, {
    stage,
    kind,
    name: labelOf(fn, kind, place),
    context,
    place: made?.place ?? place ?? null,
    when,
    adds: made === undefined ? 'unknown' : addsOf(made),
    answers: answers.length === 0 ? 'unknown' : answers
  })
}

const hooksAt =
  (stage: RequestHookName, when: string | null): ListStage =>
  ({ node, options, origin }) => {
    const seen = hooksSeenBy(node, stage).map((hook) => {
      return { fn: hook.fn, context: contextLabel(hook.node), place: hook.origin.place }
    })
    const context = contextLabel(node)
    const own = ownHooksOf(options, stage).map((fn) => ({ fn, context, place: origin?.place }))
    return [...seen, ...own].map((hook) => toHookStep(stage, when, hook))
  }

const parse: ListStage = ({ node }, method) => {
  if (!node.tree.methods.bodywith.has(method)) return []
  return [...node.parsers.entries()].map(([type, { origin, parse }]) =>
    withFunction(parse, {
      ...unknownEffect,
      stage: 'parse',
      kind: 'parser',
      name: origin === undefined ? `the parser of ${type}` : labelOf(parse, 'parser', origin.place),
      context: origin === undefined ? 'app' : contextLabel(origin.node),
      place: origin?.place ?? null,
      when: type === '*' ? 'a body of any other media type' : `a body of ${type}`
    })
  )
}

const parts = ['params', 'body', 'querystring', 'headers'] as const

const ofRoute = (
  { node, origin }: Target,
  stage: ExplainedStage,
  kind: ExplainedStep['kind'],
  name: string
): ExplainedStep => {
  return { ...unknownEffect, stage, kind, name, context: contextLabel(node), place: origin?.place ?? null, when: null }
}

const validate: ListStage = (target) => {
  const declared = parts.filter((part) => target.schema[part] !== undefined)
  return declared.map((part) => withFunction(part, ofRoute(target, 'validate', 'validator', part)))
}

const handler: ListStage = (target) => {
  const { handler: fn, origin } = target
  const name = fn === undefined ? 'the framework’s 404' : labelOf(fn, 'handler', origin?.place)
  return [withFunction(fn, ofRoute(target, 'handler', 'handler', name))]
}

/** Lists error handlers from the nearest to the farthest context. */
export const errorHandlers: ListStage = (target) => {
  const { node, moment, options } = target
  const own = options.errorHandler
  const seen = errorHandlersSeenBy(node, moment).map(({ handler: fn, app, origin }) => {
    return {
      fn,
      name: labelOf(fn, 'error handler', origin?.place),
      context: contextLabel(nodeOf(app)),
      place: origin?.place
    }
  })
  const place = target.origin?.place
  const named = [
    ...(own === undefined
      ? []
      : [{ fn: own, name: labelOf(own, 'error handler', place), context: contextLabel(node), place }]),
    ...seen,
    { fn: undefined, name: 'the framework’s error handler', context: 'app', place: undefined }
  ]
  return named.map(({ fn, name, context, place }, index) =>
    withFunction(fn, {
      ...unknownEffect,
      ...{ stage: 'error handler', kind: 'error handler', name, context, place: place ?? null },
      when: index === 0 ? 'something throws' : 'the error handler before it throws'
    })
  )
}

const serialize: ListStage = (target) => {
  return Object.keys(Object(target.schema.response)).map((status) => ({
    ...ofRoute(target, 'serialize', 'serializer', status),
    when: `the status is ${status}`
  }))
}

/** The order of the lifecycle. A test compares it with the order at run time. */
const lifecycle: readonly ListStage[] = [
  ...[hooksAt('onRequest', null), hooksAt('preParsing', null), parse],
  ...[hooksAt('preValidation', null), validate, hooksAt('preHandler', null), handler],
  ...[hooksAt('onError', 'something throws'), errorHandlers],
  ...[
    hooksAt('preSerialization', 'the payload is an object or a list, and no error of the framework'),
    serialize,
    hooksAt('onSend', null)
  ],
  hooksAt('onResponse', null),
  ...[hooksAt('onTimeout', 'the socket is unknownEffect for too long'), hooksAt('onRequestAbort', 'the client leaves')]
]

export function stepsOf(target: Target, method: string): ExplainedStep[] {
  return lifecycle.flatMap((list) => list(target, method))
}
