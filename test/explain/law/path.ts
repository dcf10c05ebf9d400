/** Finds the steps of an explanation that a request ran. */
import assert from 'node:assert/strict'
import { functionOf } from '../../../src/explain/step.ts'
import type { ExplainedStep } from '../../../types/explain.ts'
import { isOfProgram } from './program.ts'

export interface Ran {
  readonly stage: string
  readonly subject: unknown
}

/** Serializers are identified by status. Responses of the framework have no function in an explanation. */
function isStepOf(step: ExplainedStep, { stage, subject }: Ran): boolean {
  if (step.stage !== stage) return false
  if (stage === 'serialize') return step.name === subject
  const own = functionOf(step)
  return own === subject || (own === undefined && !isOfProgram(nameOf(subject)))
}

const nameOf = (subject: unknown) => (typeof subject === 'function' ? subject.name : String(subject))

const aside: readonly string[] = ['onTimeout', 'onRequestAbort']

/**
 * Each step must come after the previous one. If a function may have thrown, the search continues at the first `onError` step.
 *
 * @throws AssertionError when a function ran without a step, or before its step
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

export interface Course {
  readonly throwing: readonly string[]
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
  const sent = asked.length === handlers.length ? at('onSend') : answer(500)
  return [...request.slice(0, failsAt + 1), ...at('onError'), ...asked, ...sent, ...at('onResponse')]
}
