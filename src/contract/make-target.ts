/**
 * Makes the target of an endpoint: the data that clients need to call it. `espalier client` writes targets into generated clients, which then need no
 * code to parse paths and schemas.
 */
import { readEvents } from './event-reader.ts'
import { fillExactly } from './exact-fill.ts'
import { takeApart } from './path.ts'
import { responsePlan } from './response-plan.ts'
import { revive } from './revive.ts'
import { rivalsOf } from './rival.ts'
import type { Target } from './target.ts'
import { targetsIn } from './targets-in.ts'
import { withKey } from './with-key.ts'

interface EndpointLike {
  readonly method: string
  readonly path: string
  readonly schema: { readonly headers?: unknown; readonly response?: unknown }
}

/** The idempotent methods (RFC 9110 §9.2.2). QUERY is safe, and therefore idempotent. */
const isIdempotent = /^(GET|HEAD|OPTIONS|TRACE|PUT|DELETE|QUERY)$/

/** Matches paths that can be sent unchanged: without parameters, dot segments, and characters that need encoding. */
const isAddress = /^(?:\/(?!\.{1,2}(?:\/|$))[\w\-.~!$&'()*+,;:=@]*)+$/

const fill = (target: Target, params: Record<string, unknown>, root: object) =>
  fillExactly({ ...target, rivals: rivalsOf(target, targetsIn(root)) }, params)

export function makeTarget({ method, path, schema }: EndpointLike): Target {
  const { headers, response } = schema
  const isKeyed = declaresKey(headers)
  const answers = typeof response === 'object' && response !== null ? answersOf(response) : { default: {} }
  const parts = takeApart(path)
  const isRevived = JSON.stringify(answers).includes('"as":')
  const isStream = Object.values(answers).some((types) => Object.values(types).some(({ heartbeat }) => heartbeat))
  return {
    name: `${method} ${path}`,
    method,
    parts,
    ...(!(parts.length === 1 && isAddress.test(`${parts}`)) && { fill }),
    isRepeatable: isKeyed || isIdempotent.test(method),
    ...(isKeyed && { withKey }),
    answers,
    ...(isStream && { readEvents }),
    ...(isRevived && { revive })
  }
}

function declaresKey(headers: unknown): boolean {
  const { properties = headers } = Object(headers)
  return Object.keys(Object(properties)).some((name) => /^idempotency-key$/i.test(name))
}

/** If a response map declares only errors, every success is allowed, as on the server. */
function answersOf(response: object): Target['answers'] {
  const plans = Object.entries(response).map(([key, entry]) => [key.toLowerCase(), responsePlan(key, entry)] as const)
  const isOfErrors = !plans.some(([key]) => key.startsWith('2') || key === 'default')
  const free = isOfErrors ? [['2xx', {}] as const, ['3xx', {}] as const] : []
  return Object.fromEntries([...free, ...plans])
}
