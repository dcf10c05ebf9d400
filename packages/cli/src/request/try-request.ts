/** Sends a request to an app, and reports which of the hooks, guards and other steps of its route have run. */
import type { ExplainedStep } from 'espalier'
import type { ExplainableApp } from '../explain/ask-app.ts'
import { sentenceOfMissing } from '../explain/explanation-text.ts'
import type { TypedRequest } from '../explain/read-request.ts'

export type TracedStep = ExplainedStep & { readonly ran: boolean }

export interface Tried {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
  readonly missing: string | undefined
  readonly steps: readonly TracedStep[]
}

interface InjectableApp extends ExplainableApp {
  inject?(request: object): Promise<{ statusCode: number; headers: Record<string, unknown>; payload: string }>
}

type Ask = (ask: (app: InjectableApp) => Promise<Tried>) => Promise<Tried>

// The symbols are global, because the application may have its own copy of espalier.
const watch = Symbol.for('espalier.watch')
const subject = Symbol.for('espalier.subject')

interface Ran {
  readonly stage: string
  readonly subject: unknown
}

/**
 * Sends the request, and records each function that runs. No other app in this process may run meanwhile, because its functions would be recorded,
 * too.
 */
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
      // `onResponse` hooks run after the response was sent, so this waits for them.
      await new Promise((resolve) => setImmediate(resolve))
      const seen = [...ran]
      const explained = await app.explain({ method, path, headers })
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: answer.payload,
        missing: sentenceOfMissing(explained),
        steps: traced(explained.steps, seen, answer.statusCode)
      }
    })
  } finally {
    delete holder[watch]
  }
}

/** A function that is declared twice is two steps. Its first run marks the first step as run, and its second run the second step. */
function traced(steps: readonly ExplainedStep[], seen: readonly Ran[], status: number): TracedStep[] {
  const remaining = [...seen]
  const take = (isRun: (one: Ran) => boolean): boolean => {
    const at = remaining.findIndex(isRun)
    if (at >= 0) remaining.splice(at, 1)
    return at >= 0
  }
  const ofSteps = new Set(steps.map(subjectOf))
  const serializer = serializerOf(steps, status)
  const tracedSteps = steps.flatMap((step) => {
    if (step.stage === 'serialize') return { ...step, ran: step === serializer }
    const own = subjectOf(step)
    // A step without a function belongs to the framework, such as the default 404 handler. It is shown only if it ran.
    const ran = take(
      ({ stage, subject: of }) => stage === step.stage && (own === undefined ? !ofSteps.has(of) : of === own)
    )
    return own === undefined && !ran ? [] : { ...step, ran }
  })
  return [...tracedSteps, ...remaining.map(unexplained)]
}

const subjectOf = (step: ExplainedStep): unknown => (step as { [subject]?: unknown })[subject]

/** Makes a step for a function that ran but is not listed for the route: a hook of the 404 response after `reply.callNotFound()`. */
function unexplained({ stage, subject: fn }: Ran): TracedStep {
  const name = typeof fn === 'function' && fn.name !== '' ? fn.name : String(stage)
  return {
    ...{ stage: stage as ExplainedStep['stage'], kind: 'hook', name, context: '', place: null },
    ...{ when: 'not of this route: reply.callNotFound() brings it', adds: 'unknown', answers: 'unknown', ran: true }
  }
}

function serializerOf(steps: readonly ExplainedStep[], status: number): ExplainedStep | undefined {
  const ofStatus = (name: string) =>
    steps.find((step) => step.stage === 'serialize' && step.name.toLowerCase() === name)
  return ofStatus(`${status}`) ?? ofStatus(`${String(status)[0]}xx`) ?? ofStatus('default')
}
