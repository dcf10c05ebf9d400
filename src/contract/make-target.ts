/**
 * From an endpoint to what a client has to know of it. It is made where the schemas are, so that a client has no code for paths and schemas: by the
 * endpoint when a client first asks, or by `espalier client`, which writes it down.
 */
import { eventsOf } from './events.ts'
import { makePlan } from './make-plan.ts'
import { takeApart } from './path.ts'
import { revive } from './revive.ts'
import type { AnswerPlan, Plan, Target } from './target.ts'

interface EndpointLike {
  readonly method: string
  readonly path: string
  readonly schema: { readonly response?: unknown }
}

/** Methods of which what was done is done once (RFC 9110 §9.2.2; QUERY is safe). */
const isIdempotent = /^(GET|HEAD|OPTIONS|TRACE|PUT|DELETE|QUERY)$/

/** Makes the target of an endpoint. */
export function makeTarget({ method, path, schema }: EndpointLike): Target {
  const { response } = schema
  const answers = typeof response === 'object' && response !== null ? answersOf(response) : { default: {} }
  const isRevived = JSON.stringify(answers).includes('"as":')
  return {
    name: `${method} ${path}`,
    method,
    parts: takeApart(path),
    isRepeatable: isIdempotent.test(method),
    answers,
    ...(isRevived && { revive })
  }
}

/** As the server reads the map: one of errors alone says nothing of other answers. */
function answersOf(response: object): Target['answers'] {
  const said = Object.entries(response).map(([key, entry]) => [key.toLowerCase(), answerOf(entry)] as const)
  const isOfErrors = !said.some(([key]) => key.startsWith('2') || key === 'default')
  const free = isOfErrors ? [['2xx', {}] as const, ['3xx', {}] as const] : []
  return Object.fromEntries([...free, ...said])
}

/** What has to be done with the answers of a status. */
function answerOf(entry: unknown): AnswerPlan {
  const { content } = Object(entry)
  const types = Object.keys(Object(content)).filter((key) => key.includes('/'))
  if (types.length === 0) return compact({ '*': makePlan(entry) })
  return compact(
    Object.fromEntries(
      types.map((key) => {
        const [type = ''] = key.toLowerCase().split(/[;\s]/)
        return [type, contentPlan(type, content[key])]
      })
    )
  )
}

function contentPlan(type: string, said: unknown): Plan | undefined {
  const stream = eventsOf(said)
  // What is no JSON is no value.
  if (stream === undefined) return /[/+]json$/.test(type) ? makePlan(Object(said).schema) : undefined
  const plans = Object.entries(stream.schemas).map(([name, schema]) => [name, makePlan(schema)] as const)
  return { fields: compact(Object.fromEntries(plans)) }
}

function compact(plans: Readonly<Record<string, Plan | undefined>>): AnswerPlan {
  return Object.fromEntries(
    Object.entries(plans).flatMap(([name, plan]) => (plan === undefined ? [] : [[name, plan] as const]))
  )
}
