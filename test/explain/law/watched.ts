/** What runs of an application, in its order, and the law that it is a path through the explanation of the request. */
import type { ExplainedStep } from '../../../types/explain.ts'
import type { Anything } from '../../anything.ts'
import { type Ran, stepsOfRun } from './path.ts'

const holder = globalThis as { [key: symbol]: unknown }
const watch = Symbol.for('espalier.watch')
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Notes what runs of applications that boot from now on, until the returned function is called. */
export function watchInto(ran: Ran[]): () => void {
  holder[watch] = (stage: string, subject: unknown) => ran.push({ stage, subject })
  return () => void delete holder[watch]
}

interface Held {
  /** The steps of the explanation. */
  readonly steps: readonly ExplainedStep[]
  /** Those that ran, and those of a request that no route matches. */
  readonly taken: readonly ExplainedStep[]
}

/**
 * Makes a request, and finds what ran in its explanation.
 *
 * @param request what `inject` takes
 * @throws Error when something ran that no step stands for, or stands for earlier
 */
export async function holdRequest(app: Anything, request: Anything, ran: Ran[]): Promise<Held> {
  ran.length = 0
  await app.inject(request)
  for (let turns = 0; turns < 5; turns++) await turn()
  const asked = { method: request.method ?? 'GET', path: request.url, headers: request.headers ?? {} }
  const { steps, contexts } = await app.explain(asked)
  // By reply.callNotFound() a request goes on as one that no route matches.
  const lost = await app.explain({ ...asked, path: `${contexts.at(-1).prefix}/no/such/path` })
  try {
    return { steps, taken: stepsOfRun([...steps, ...lost.steps], [...ran], true) }
  } catch (error) {
    throw new Error(`${JSON.stringify(asked)} breaks the law`, { cause: error })
  }
}
