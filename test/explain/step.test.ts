/**
 * The law of the steps, asked of random applications: a request runs the functions of its explanation in that order and no others, and each function
 * of an explanation runs for some request.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Explanation } from '../../types/explain.ts'
import { budget } from '../fuzz/budget.ts'
import type { Wild } from '../security/wild.ts'
import { type Asked, type Run, randomProgram, requestStages, requestsOf, withApp } from './random-app.ts'

// Settings that come too late for a route.
process.on('warning', () => {})

const inRequest: readonly string[] = [...requestStages, 'handler']
const isOfProgram = (name: string) => !name.startsWith('the ')

const namesAt = ({ steps }: Explanation, ...stages: string[]) =>
  steps.filter(({ name, stage }) => isOfProgram(name) && stages.includes(stage)).map(({ name }) => name)

/** The functions that run for a request, by its explanation, where some of them throw. */
function expectedRun(explained: Explanation, throwing: ReadonlySet<string>): string[] {
  const request = namesAt(explained, ...inRequest)
  const failsAt = request.findIndex((name) => throwing.has(name))
  const answer = namesAt(explained, 'preSerialization', 'onSend')
  const end = namesAt(explained, 'onResponse')
  if (failsAt < 0) return [...request, ...answer, ...end]
  const handlers = namesAt(explained, 'error handler')
  const answers = handlers.findIndex((name) => !throwing.has(name))
  const asked = answers < 0 ? handlers : handlers.slice(0, answers + 1)
  // The framework's own handler answers with a text.
  const sent = answers < 0 ? namesAt(explained, 'onSend') : answer
  return [...request.slice(0, failsAt + 1), ...namesAt(explained, 'onError'), ...asked, ...sent, ...end]
}

async function runOf(app: Wild, run: Run, { method, path }: Asked, throwing: readonly string[]): Promise<string[]> {
  run.ran.length = 0
  run.throwing.clear()
  for (const name of throwing) run.throwing.add(name)
  await app.inject({ method, url: path })
  // `onResponse` hooks run when the answer has left.
  await new Promise((resolve) => setImmediate(resolve))
  return [...run.ran]
}

/** The sets of functions that throw, such that each step is reached in one of them. */
function provocations(explained: Explanation): string[][] {
  const request = namesAt(explained, ...inRequest)
  const handlers = namesAt(explained, 'error handler')
  const [last = ''] = request.slice(-1)
  return [[], ...request.map((name) => [name]), ...handlers.map((_, index) => [last, ...handlers.slice(0, index + 1)])]
}

test('a request runs what its explanation lists, in that order, and every function of an explanation runs', async () => {
  const property = fc.asyncProperty(randomProgram, (body) =>
    withApp(body, async (app, run) => {
      for (const asked of requestsOf(body)) {
        const explained: Explanation = await app.explain(asked)
        const seen = new Set<string>()
        for (const throwing of provocations(explained)) {
          const ran = await runOf(app, run, asked, throwing)
          assert.deepEqual(ran, expectedRun(explained, new Set(throwing)))
          for (const name of ran) seen.add(name)
        }
        const canFail = namesAt(explained, ...inRequest).length > 0
        const listed = explained.steps.filter(({ when, name }) => isOfProgram(name) && (canFail || when === null))
        assert.ok(listed.every(({ name }) => seen.has(name)))
      }
    })
  )
  await fc.assert(property, budget(300))
})
