/** Sends a request to an app in this process, and tells which steps of its explanation ran. */
import type { ExplainedApp, ExplainedStep, Explanation, RequestToExplain } from 'espalier'
import type { TypedRequest } from '../explain/read-request.ts'

/** A step, and whether it ran. */
export type TracedStep = ExplainedStep & { readonly ran: boolean }

export interface Tried {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
  readonly steps: readonly TracedStep[]
}

interface InjectableApp {
  explain(request: RequestToExplain): Promise<Explanation>
  explain(): Promise<ExplainedApp>
  inject?(request: object): Promise<{ statusCode: number; headers: Record<string, unknown>; payload: string }>
}

/** Boots an app, asks it and closes it. */
type Ask = (ask: (app: InjectableApp) => Promise<Tried>) => Promise<Tried>

// The same symbols as in the core, whose copy the application may have brought.
const watch = Symbol.for('espalier.watch')
const subject = Symbol.for('espalier.subject')

interface Ran {
  readonly stage: string
  readonly subject: unknown
}

/** Watches the functions of an app from its boot on, so that no other app may boot meanwhile. */
export async function tryRequest(request: TypedRequest & { payload?: string | undefined }, ask: Ask): Promise<Tried> {
  const ran: Ran[] = []
  const holder = globalThis as { [watch]?: unknown }
  holder[watch] = (stage: string, function_: unknown) => ran.push({ stage, subject: function_ })
  try {
    return await ask(async (app) => {
      const { method, path, headers } = request
      ran.length = 0
      const answer = await (app as Required<InjectableApp>).inject({
        ...{ method: method.toUpperCase(), url: path, headers },
        ...(request.payload !== undefined && { payload: request.payload })
      })
      // Hooks of onResponse run when the answer has left.
      await new Promise((resolve) => setImmediate(resolve))
      const seen = [...ran]
      const { steps } = await app.explain({ method, path, headers })
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: answer.payload,
        steps: traced(steps, seen, answer.statusCode)
      }
    })
  } finally {
    delete holder[watch]
  }
}

/**
 * A function that is declared twice is two steps: each run counts for the next of them. The framework's own answers to errors and to unknown paths
 * are no functions of the application, and are left out.
 */
function traced(steps: readonly ExplainedStep[], seen: readonly Ran[], status: number): TracedStep[] {
  const left = [...seen]
  const serializer = serializerOf(steps, status)
  return steps.flatMap((step) => {
    if (step.stage === 'serialize') return { ...step, ran: step === serializer }
    const own: unknown = (step as { [subject]?: unknown })[subject]
    if (own === undefined) return []
    const at = left.findIndex((one) => one.stage === step.stage && one.subject === own)
    if (at >= 0) left.splice(at, 1)
    return { ...step, ran: at >= 0 }
  })
}

/** The schema of an answer is that of its status, else of its class, else the default. */
function serializerOf(steps: readonly ExplainedStep[], status: number): ExplainedStep | undefined {
  const ofStatus = (name: string) =>
    steps.find((step) => step.stage === 'serialize' && step.name.toLowerCase() === name)
  return ofStatus(`${status}`) ?? ofStatus(`${String(status)[0]}xx`) ?? ofStatus('default')
}
