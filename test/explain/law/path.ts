/** Which steps of an explanation a run took. */
import assert from 'node:assert/strict'
import { functionOf } from '../../../src/explain/step.ts'
import type { ExplainedStep } from '../../../types/explain.ts'
import { isOfProgram } from './program.ts'

/** A function, or a part of a request that a validator checks, or a status whose serializer runs. */
export interface Ran {
  readonly stage: string
  readonly subject: unknown
}

/** Whether a step stands for what ran. Serializers are known by their status; the framework's own answers have no function in an explanation. */
function isStepOf(step: ExplainedStep, { stage, subject }: Ran): boolean {
  if (step.stage !== stage) return false
  if (stage === 'serialize') return step.name === subject
  const own = functionOf(step)
  return own === subject || (own === undefined && !isOfProgram(nameOf(subject)))
}

const nameOf = (subject: unknown) => (typeof subject === 'function' ? subject.name : String(subject))

/** Steps that run when their condition comes, while others wait. */
const aside: readonly string[] = ['onTimeout', 'onRequestAbort']

/**
 * Finds the steps of a run: each is behind the one before it. Where something may have thrown, the run goes on at the first of `onError`.
 *
 * @throws AssertionError when something ran that no step stands for, or stands for earlier
 */
export function stepsOfRun(steps: readonly ExplainedStep[], ran: readonly Ran[], mayThrow: boolean): ExplainedStep[] {
  const errorsFrom = steps.findIndex(({ stage }) => stage === 'onError' || stage === 'error handler')
  const taken = new Set<ExplainedStep>()
  let next = 0
  const findFrom = (one: Ran, from: number) =>
    steps.findIndex(
      (step, index) => index >= from && isStepOf(step, one) && !(aside.includes(one.stage) && taken.has(step))
    )
  return ran.map((one) => {
    const isAside = aside.includes(one.stage)
    let at = findFrom(one, isAside ? 0 : next)
    if (at < 0 && mayThrow) at = findFrom(one, errorsFrom)
    assert.ok(at >= 0, `${one.stage} ${nameOf(one.subject)} ran, which has no step, or an earlier one`)
    if (!isAside) next = at + 1
    const step = steps[at] as ExplainedStep
    taken.add(step)
    return step
  })
}

/** How a request is answered, by the functions of the program that throw and the type of its body. */
export interface Course {
  readonly throwing: readonly string[]
  /** `null` without a body. */
  readonly type: string | null
  readonly status: number
}

const inRequest: readonly string[] = [
  'onRequest',
  'preParsing',
  'parse',
  'preValidation',
  'validate',
  'preHandler',
  'handler'
]

/** The steps of a request that takes its course, all of them and no others. */
export function expectedSteps(steps: readonly ExplainedStep[], { throwing, type, status }: Course): ExplainedStep[] {
  const at = (...stages: string[]) => steps.filter(({ stage }) => stages.includes(stage))
  const request = at(...inRequest).filter(({ stage, when }) => stage !== 'parse' || when === `a body of ${type}`)
  const answer = (sent: number) => [
    ...at('preSerialization'),
    ...at('serialize').filter(({ name }) => name === `${sent}` || name === `${`${sent}`[0]}xx`),
    ...at('onSend')
  ]
  const failsAt = request.findIndex(({ name }) => throwing.includes(name))
  if (failsAt < 0) return [...request, ...answer(status), ...at('onResponse')]
  const handlers = at('error handler')
  const asked = handlers.slice(0, handlers.findIndex(({ name }) => !throwing.includes(name)) + 1)
  // The framework's own handler answers with a text.
  const sent = asked.length === handlers.length ? at('onSend') : answer(500)
  return [...request.slice(0, failsAt + 1), ...at('onError'), ...asked, ...sent, ...at('onResponse')]
}
