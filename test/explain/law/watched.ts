/** Records what an application runs, and finds it in the explanation of the request. */
import type { ExplainedStep } from '../../../types/explain.ts'
import type { Anything } from '../../anything.ts'
import { type Ran, stepsOfRun } from './path.ts'

const holder = globalThis as { [key: symbol]: unknown }
const watch = Symbol.for('espalier.watch')
const turn = () => new Promise((resolve) => setImmediate(resolve))

export function watchInto(ran: Ran[]): () => void {
  holder[watch] = (stage: string, subject: unknown) => ran.push({ stage, subject })
  return () => void delete holder[watch]
}

interface Held {
  readonly steps: readonly ExplainedStep[]
  readonly taken: readonly ExplainedStep[]
}

/** @throws Error when a function ran without a step, or before its step */
export async function holdRequest(app: Anything, request: Anything, ran: Ran[]): Promise<Held> {
  ran.length = 0
  await app.inject(request)
  for (let turns = 0; turns < 5; turns++) await turn()
  const asked = { method: request.method ?? 'GET', path: request.url, headers: request.headers ?? {} }
  const { steps, contexts } = await app.explain(asked)
  // `reply.callNotFound()` continues as a request without a route.
  const lost = await app.explain({ ...asked, path: `${contexts.at(-1).prefix}/no/such/path` })
  try {
    return { steps, taken: stepsOfRun([...steps, ...lost.steps], [...ran], true) }
  } catch (error) {
    throw new Error(`${JSON.stringify(asked)} breaks the law`, { cause: error })
  }
}
