/** The test of steps must notice wrong explanations: with a step missing, doubled or moved. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ExplainedStep } from '../../../types/explain.ts'
import { budget, fixed } from '../../fuzz/budget.ts'
import { carriers } from '../law/carrier.ts'
import { checkProgram, noFigures } from '../law/law.ts'
import { randomProgram } from '../law/program.ts'

process.on('warning', () => {})

type Alter = (steps: readonly ExplainedStep[], at: number) => ExplainedStep[]

/** Only one parser and one serializer run for a request, so their order cannot be observed. */
const isUnordered = (stage: string) => stage === 'parse' || stage === 'serialize'

const mutants: Readonly<Record<string, Alter>> = {
  missing: (steps, at) => steps.toSpliced(at, 1),
  doubled: (steps, at) => steps.toSpliced(at, 0, copyOf(steps[at] as ExplainedStep)),
  moved(steps, at) {
    const step = steps[at] as ExplainedStep
    const isPassed = (one: ExplainedStep) => isSure(one) && !(one.stage === step.stage && isUnordered(one.stage))
    const to = steps.findIndex((one, index) => index > at && isPassed(one))
    return to < 0 ? [] : steps.toSpliced(at, 1).toSpliced(to, 0, step)
  },
  'in another stage': (steps, at) => {
    const step = copyOf(steps[at] as ExplainedStep)
    return steps.with(at, Object.assign(step, { stage: step.stage === 'onSend' ? 'preHandler' : 'onSend' }))
  }
}

/** Also copies the function of a step, which is not enumerable. */
const copyOf = (step: ExplainedStep): ExplainedStep =>
  Object.defineProperties({} as ExplainedStep, Object.getOwnPropertyDescriptors(step))

const isSure = ({ stage }: ExplainedStep) =>
  !['onError', 'error handler', 'onTimeout', 'onRequestAbort'].includes(stage)

for (const [name, alter] of Object.entries(mutants)) {
  test(`a step that is ${name} is noticed`, async (t) => {
    let planted = 0
    const property = fc.asyncProperty(randomProgram, fc.nat(), fc.nat(), async (body, pickRequest, pickStep) => {
      let seen = 0
      const chosen: ExplainedStep[][] = []
      const plant = (steps: readonly ExplainedStep[], { socket }: { readonly socket: boolean }) => {
        const sure = steps.flatMap((step, index) => (isSure(step) ? [index] : []))
        if (socket || seen++ !== pickRequest % 5) return steps
        const altered = alter(steps, sure[pickStep % sure.length] as number)
        if (altered.length === 0) return steps
        chosen.push(altered)
        return altered
      }
      const checked = checkProgram(body, carriers.inject, noFigures(), plant)
      const failure: unknown = await checked.then(
        () => null,
        (error: unknown) => error
      )
      if (chosen.length === 0) assert.equal(failure, null)
      else if (!(failure instanceof assert.AssertionError))
        throw new Error(`not noticed: ${failure} ${chosen[0]?.map(({ stage, name }) => `${stage} ${name}`)}`)
      planted += chosen.length
    })
    await fc.assert(property, fixed(10))
    assert.ok(planted > 0)
    await fc.assert(property, budget(120))
    t.diagnostic(`${planted} planted, all noticed`)
  })
}
